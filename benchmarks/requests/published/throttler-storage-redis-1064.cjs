'use strict';
// The guard reads the requests so far from Redis, and adds its own afterwards.
exports.issue = 'kkoomen/nestjs-throttler-storage-redis#1064';
exports.about = 'more requests than the limit';
exports.loss = ['limit', 'double use'];
exports.packages = {
  '@nestjs/common': '9.4.3', '@nestjs/core': '9.4.3', '@nestjs/platform-express': '9.4.3', '@nestjs/throttler': '3.1.0',
  'nestjs-throttler-storage-redis': '0.1.20', 'ioredis': '5.4.1', 'reflect-metadata': '0.1.14', 'rxjs': '7.8.1',
};
exports.fixed = {
  about: 'nestjs-throttler-storage-redis 0.3.0', packages: { '@nestjs/throttler': '4.0.0', 'nestjs-throttler-storage-redis': '0.3.0' },
};
exports.start = async ({ urls }) => {
  require('reflect-metadata');
  const { Controller, Module, Post } = require('@nestjs/common');
  const { APP_GUARD, NestFactory } = require('@nestjs/core');
  const { ThrottlerGuard, ThrottlerModule } = require('@nestjs/throttler');
  const { ThrottlerStorageRedisService } = require('nestjs-throttler-storage-redis');
  const { default: Redis } = require('ioredis');
  const redis = new Redis(urls.redis, { keyPrefix: '' });
  class Codes {
    send() { return { sent: true }; }
  }
  Post('codes')(Codes.prototype, 'send', Object.getOwnPropertyDescriptor(Codes.prototype, 'send'));
  Controller()(Codes);
  class App {}
  const storage = new ThrottlerStorageRedisService(redis);
  Module({
    imports: [ThrottlerModule.forRoot({ ttl: 60, limit: 2, storage })], controllers: [Codes],
    providers: [{ provide: APP_GUARD, useClass: ThrottlerGuard }],
  })(App);
  const app = await NestFactory.create(App, { logger: false });
  await app.init();
  const close = async () => {
    await app.close();
    redis.disconnect();
  };
  return { handle: app.getHttpAdapter().getInstance(), reset: () => redis.flushdb(), close };
};
exports.traffic = async (send) => {
  await send('POST', '/codes', undefined, 201);
  await send('POST', '/codes', undefined, 201);
  await send('POST', '/codes', undefined, 429);
};
exports.pair = async (send, both) => {
  await send('POST', '/codes', undefined, 201);
  await both(['POST', '/codes'], ['POST', '/codes']);
};
exports.harm = ({ statuses }) => statuses.every((status) => status === 201);
