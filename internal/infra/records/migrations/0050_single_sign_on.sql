-- +goose Up
-- The OpenID Connect client of a workspace. client_secret is sealed. Members whose
-- address is of one of the domains must sign in with it when enforced is true;
-- owners need not.
CREATE TABLE sso_connections (
  id            TEXT PRIMARY KEY,
  workspace_id  TEXT    NOT NULL UNIQUE REFERENCES workspaces (id) ON DELETE CASCADE,
  issuer        TEXT    NOT NULL,
  client_id     TEXT    NOT NULL,
  client_secret BYTEA   NOT NULL,
  enforced      BOOLEAN NOT NULL,
  default_role  TEXT    NOT NULL,
  created_at    BIGINT  NOT NULL,
  updated_at    BIGINT  NOT NULL
);

-- The domains of the email addresses that sign in with a connection, in ASCII.
CREATE TABLE sso_domains (
  domain        TEXT PRIMARY KEY,
  connection_id TEXT NOT NULL REFERENCES sso_connections (id) ON DELETE CASCADE
);
CREATE INDEX sso_domains_by_connection ON sso_domains (connection_id, domain);

-- The users of a provider: subject is the issuer's id of the user.
CREATE TABLE sso_identities (
  connection_id TEXT   NOT NULL REFERENCES sso_connections (id) ON DELETE CASCADE,
  issuer        TEXT   NOT NULL,
  subject       TEXT   NOT NULL,
  user_id       TEXT   NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  created_at    BIGINT NOT NULL,
  last_used_at  BIGINT NOT NULL,
  PRIMARY KEY (connection_id, issuer, subject)
);
CREATE UNIQUE INDEX sso_identities_by_user ON sso_identities (user_id, connection_id);

-- Started sign-ins, by the hash of the secret in the browser's cookie.
CREATE TABLE sso_logins (
  secret_hash   TEXT PRIMARY KEY,
  connection_id TEXT   NOT NULL REFERENCES sso_connections (id) ON DELETE CASCADE,
  expires_at    BIGINT NOT NULL
);
CREATE INDEX sso_logins_by_expiry ON sso_logins (expires_at);

-- Sign-ins that the provider confirmed, by the hash of the secret with which the
-- page redeems them for a session.
CREATE TABLE sso_tickets (
  secret_hash   TEXT PRIMARY KEY,
  browser_hash  TEXT   NOT NULL,
  connection_id TEXT   NOT NULL REFERENCES sso_connections (id) ON DELETE CASCADE,
  issuer        TEXT   NOT NULL,
  subject       TEXT   NOT NULL,
  email         TEXT   NOT NULL,
  first_name    TEXT   NOT NULL,
  last_name     TEXT   NOT NULL,
  expires_at    BIGINT NOT NULL
);
CREATE INDEX sso_tickets_by_expiry ON sso_tickets (expires_at);

-- The connection that the session was signed in with; empty: none.
ALTER TABLE sessions ADD COLUMN sso_connection_id TEXT NOT NULL DEFAULT '';
