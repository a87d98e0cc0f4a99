// What takes longer than a frame is worked out in the time that is left, a step at a time, and given up when something moves.

/** Milliseconds of work at a time, where the browser does not say how many are left. */
const SLICE = 8;

/** Works off steps while the browser has nothing else to do, then hands over what they found; what it returns gives that up. */
export const inIdleTime = <R>(work: Iterator<void, R>, done: (found: R) => void): (() => void) => {
  let isGivenUp = false;
  const go = (timeLeft: () => number): void => {
    while (!isGivenUp) {
      const step = work.next();
      if (step.done) return done(step.value);
      if (timeLeft() <= 1) return later();
    }
  };
  const later = (): void => {
    if (isGivenUp) return;
    if (typeof requestIdleCallback === 'function') {
      // a page that is never idle gets its answer too
      requestIdleCallback((deadline) => go(() => deadline.timeRemaining()), { timeout: 200 });
      return;
    }
    const end = performance.now() + SLICE;
    setTimeout(() => go(() => end - performance.now()), 0);
  };
  later();
  return () => {
    isGivenUp = true;
  };
};
