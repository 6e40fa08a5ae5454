'use strict';
// The tables of each service, as they are before a run.
exports.stock = `
  DROP TABLE IF EXISTS train, parcel;
  CREATE TABLE train (id text PRIMARY KEY, seats_left int NOT NULL);
  CREATE TABLE parcel (id serial PRIMARY KEY, ordered int, address text);
  INSERT INTO train VALUES ('G7', 1), ('G8', 40), ('G9', 3)`;
exports.orders = `
  DROP TABLE IF EXISTS orders;
  CREATE TABLE orders (id serial PRIMARY KEY, item text, owner text, status text NOT NULL DEFAULT 'new',
    address text, version int NOT NULL DEFAULT 1);
  INSERT INTO orders (item, owner, status, address) VALUES ('book', 'ann', 'new', 'old'), ('lamp', 'bob', 'paid', 'old'),
    ('tea', 'cleo', 'new', 'old'), ('pen', 'dave', 'new', 'old')`;
exports.payment = `
  DROP TABLE IF EXISTS payment, ledger, charge;
  CREATE TABLE payment (id serial PRIMARY KEY, ordered int, refunded boolean);
  CREATE TABLE ledger (id serial PRIMARY KEY, source text, target text, amount int);
  CREATE TABLE charge (key text PRIMARY KEY, amount int)`;
exports.accounts = `
  DROP TABLE IF EXISTS account;
  CREATE TABLE account (id text PRIMARY KEY, balance int NOT NULL);
  INSERT INTO account VALUES ('ann', 100), ('bob', 0), ('cleo', 60), ('dave', 20)`;
exports.users = `
  DROP TABLE IF EXISTS member, unique_member, note, quota;
  CREATE TABLE member (id serial PRIMARY KEY, name text);
  CREATE TABLE unique_member (id serial PRIMARY KEY, name text UNIQUE);
  CREATE TABLE note (id serial PRIMARY KEY, text text);
  CREATE TABLE quota (name text PRIMARY KEY, rented int);
  INSERT INTO quota VALUES ('ann', 1), ('bob', 0), ('cleo', 0), ('dave', 0)`;
exports.movies = `
  DROP TABLE IF EXISTS movie, page, rental;
  CREATE TABLE movie (id text PRIMARY KEY, sum int, count int);
  CREATE TABLE page (id text PRIMARY KEY, text text);
  CREATE TABLE rental (id serial PRIMARY KEY, renter text, movie text);
  INSERT INTO movie VALUES ('alien', 0, 0), ('heat', 0, 0), ('brazil', 0, 0);
  INSERT INTO page VALUES ('alien', 'old'), ('heat', 'old'), ('brazil', 'old');
  INSERT INTO rental (renter, movie) VALUES ('ann', 'heat')`;
