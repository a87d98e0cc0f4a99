// Worker for requests that take longer than a frame. It runs the same script as the page, with an engine of its own.

import { type Ask, type Question, type Reply, started } from './engine';

interface Job {
  readonly module?: WebAssembly.Module;
  readonly questions: readonly Question[];
}

/** Whether the script runs in a worker. */
export const isWorker = typeof document === 'undefined';

/** Runs the worker: sends several requests to the engine and returns the last reply. */
export const work = (): void => {
  let program: Promise<Ask> | undefined;
  addEventListener('message', ({ data }: MessageEvent<Job>) => {
    if (data.module) program = started(data.module);
    void program?.then((ask) => {
      let reply: Reply = {};
      for (const question of data.questions) reply = ask(question);
      postMessage(reply);
    });
  });
};

/** A worker in which a new request cancels the previous one. */
export class Background {
  private worker: Worker | undefined;
  private isBusy = false;
  private readonly source: string;

  constructor(private readonly module: WebAssembly.Module, script: string) {
    this.source = URL.createObjectURL(new Blob([script], { type: 'text/javascript' }));
  }

  /** Sends the requests in `opens` and then `question`; `then` gets the reply unless the request is cancelled. */
  ask(opens: readonly Question[], question: Question, then: (reply: Reply) => void): void {
    this.stop();
    const isNew = !this.worker;
    const worker = (this.worker ??= new Worker(this.source));
    this.isBusy = true;
    worker.onmessage = ({ data }: MessageEvent<Reply>) => {
      this.isBusy = false;
      then(data);
    };
    const job: Job = { questions: [...opens, question], ...(isNew ? { module: this.module } : {}) };
    worker.postMessage(job);
  }

  /** Cancels the current request. */
  stop(): void {
    if (!this.isBusy) return;
    this.worker?.terminate();
    this.worker = undefined;
    this.isBusy = false;
  }
}
