import { isOfFirstHalf, testRoundTrips } from './round-trip-tests.js';

testRoundTrips((name) => !isOfFirstHalf(name));
