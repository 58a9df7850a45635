#!/usr/bin/env node
// Not the compiled file itself: npm links it before it exists, and the compiler does not make it executable.
import module from 'node:module';

// From Node.js 22.8 on, compiled code is kept between runs.
module.enableCompileCache?.();
await import('../dist/main.js');
