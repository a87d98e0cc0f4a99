// What takes longer than a frame is worked out beside the page, by the same program in a worker that runs the same script.

import { type Ask, type Question, type Reply, started } from './engine';

interface Job {
  readonly module?: WebAssembly.Module;
  readonly questions: readonly Question[];
}

/** Whether the script runs in a worker. */
export const isWorker = typeof document === 'undefined';

/** What the script does in a worker: answers the last of several questions, asked in turn. */
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

/** A worker; a question that is asked while another is worked out takes its place. */
export class Background {
  private worker: Worker | undefined;
  private isBusy = false;
  private readonly source: string;

  constructor(private readonly module: WebAssembly.Module, script: string) {
    this.source = URL.createObjectURL(new Blob([script], { type: 'text/javascript' }));
  }

  /** Asks, after what `opens` a scenario; `then` is called unless something else was asked before. */
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

  /** Gives up what is being worked out. */
  stop(): void {
    if (!this.isBusy) return;
    this.worker?.terminate();
    this.worker = undefined;
    this.isBusy = false;
  }
}
