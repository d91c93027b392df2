/**
 * Loaded into each service before its own code: when the launcher is gone without a word (SIGKILL), the service stops as
 * on SIGTERM instead of living on unseen.
 */
process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'));
// Listening for that must not keep a service alive that is done.
process.channel?.unref();
