-- +goose Up
-- The settings of the install that operators change: one row after the first choice.
-- plans: 'off' or 'packages' (plan.Choice).
CREATE TABLE install_settings (
  id    INTEGER PRIMARY KEY CHECK (id = 1),
  plans TEXT    NOT NULL
);
