export { seededRandom } from '#shared/core/seeded-random.js';
