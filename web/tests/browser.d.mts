import type { Browser } from 'puppeteer-core';

export declare const launched: () => Promise<Browser>;
