import { testAdvice } from './advice-tests.js';

testAdvice(['classic-6-ai-100-turns', 'civ2civ3-4-ai-90-turns']);
