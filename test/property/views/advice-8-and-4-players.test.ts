import { testAdvice } from './advice-tests.js';

testAdvice(['classic-8-ai-150-turns', 'civ2civ3-4-ai-60-turns']);
