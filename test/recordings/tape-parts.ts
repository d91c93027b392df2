/** Where the test files put their tapes until all have been played; from the root of the project. */
export const PARTS_FOLDER = 'build/action-tapes';
