-- +goose Up
-- The state of the certificate of each host, and the schedule of its orders.
-- Times are Unix milliseconds; 0: none. retry_at is the earliest time of the next
-- order after a failed one.
CREATE TABLE certificates (
  host         TEXT   PRIMARY KEY,
  expires_at   BIGINT NOT NULL DEFAULT 0,
  renew_at     BIGINT NOT NULL DEFAULT 0,
  failures     INTEGER NOT NULL DEFAULT 0,
  attempted_at BIGINT NOT NULL DEFAULT 0,
  retry_at     BIGINT NOT NULL DEFAULT 0,
  error        TEXT   NOT NULL DEFAULT ''
);
CREATE INDEX certificates_by_renewal ON certificates (renew_at);

-- What the ACME client stores: certificates, keys, accounts, pending challenges
-- and OCSP responses. modified_at is in Unix milliseconds.
CREATE TABLE certificate_files (
  path        TEXT   PRIMARY KEY,
  value       BYTEA  NOT NULL,
  modified_at BIGINT NOT NULL
);
