-- +goose Up
-- Conversions go when the clicks behind them go: those of a link, and those
-- that are older than their workspace keeps clicks.
CREATE INDEX conversions_by_link ON conversions (workspace_id, c_link);
CREATE INDEX conversions_by_click ON conversions (workspace_id, clicked_at);
