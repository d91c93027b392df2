import { isOfFirstHalf, testJoinReply, testRoundTrips } from './round-trip-tests.js';

testJoinReply();
testRoundTrips(isOfFirstHalf);
