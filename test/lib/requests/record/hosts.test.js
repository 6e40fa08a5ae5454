'use strict';
const assert = require('node:assert/strict');
const { test } = require('node:test');
const { isHostHere, networksHere } = require('../../../../lib/requests/record/hosts.js');

const docker0 = [{ address: '172.17.0.1', cidr: '172.17.0.1/16' }];
const DOCKER = { lo: [{ address: '127.0.0.1', cidr: '127.0.0.1/8' }], docker0 };
const OFFICE = { eth0: [{ address: '10.1.2.3', cidr: '10.1.2.3/16' }], docker0 };

test('a host is here if it is this machine, one of its containers, or has the name of a service of CI', async () => {
  const known = {
    intranet: ['10.1.2.9'], service: ['172.17.0.5'], 'shop.test': ['127.0.0.1'], 'db.example.com': ['10.1.2.9'], 'two.example.com': ['127.0.0.1', '10.1.2.9'],
  };
  const lookup = async (name) => known[name] ?? [];
  const here = (host, interfaces, isContainer = false) => (
    isHostHere(host, { networks: networksHere(interfaces, isContainer), lookup }));
  const names = {
    localhost: true, postgres: true, 'db.localhost': true, 'host.docker.internal': true, 'shop.test': true,
    '127.0.0.5': true, '::1': true, '10.1.2.3': true, '172.17.0.2': true,
    'db.example.com': false, 'two.example.com': false, 'unknown.example.com': false, 'db.internal': false,
    '10.1.2.9': false, '172.18.0.2': false, '8.8.8.8': false, '::ffff:10.1.2.3': true, '::ffff:10.1.2.9': false,
    intranet: false, service: true, // names without a dot that something resolves
  };
  for (const [host, isHere] of Object.entries(names)) assert.equal(await here(host, OFFICE), isHere, host);
  assert.equal(await here('10.1.2.9', OFFICE, true), true); // this is a container of that network
  assert.equal(await here('10.1.2.9', DOCKER), false);
});
