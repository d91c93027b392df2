import { testScenes } from './scene-tests.js';

testScenes((game) => game.startsWith('classic'));
