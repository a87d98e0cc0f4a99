// The browser that tests of pages share.
import { existsSync } from 'node:fs';
import puppeteer from 'puppeteer-core';

const known = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

export const launched = () =>
  puppeteer.launch({
    executablePath: process.env.CHROMIUM ?? known.find((path) => existsSync(path)),
    args: ['--no-sandbox', '--disable-gpu'],
  });
