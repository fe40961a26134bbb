-- +goose Up
DROP INDEX imported_clicks_by_day;
CREATE INDEX imported_clicks_by_link ON imported_clicks (workspace_id, link_id, day, clicks);

-- The sums of imported clicks in a workspace, without regard to links. Triggers keep them.
CREATE TABLE imported_totals (
  workspace_id TEXT    NOT NULL,
  day          BIGINT  NOT NULL,
  detailed     BOOLEAN NOT NULL,
  country      TEXT    NOT NULL,
  os           TEXT    NOT NULL,
  browser      TEXT    NOT NULL,
  device       TEXT    NOT NULL,
  referrer     TEXT    NOT NULL,
  clicks       BIGINT  NOT NULL,
  PRIMARY KEY (workspace_id, day, detailed, country, os, browser, device, referrer)
);
INSERT INTO imported_totals (workspace_id, day, detailed, country, os, browser, device, referrer, clicks)
  SELECT workspace_id, day, detailed, country, os, browser, device, referrer, SUM(clicks) FROM imported_clicks
  GROUP BY workspace_id, day, detailed, country, os, browser, device, referrer;

-- +goose StatementBegin
CREATE TRIGGER imported_clicks_added AFTER INSERT ON imported_clicks BEGIN
  INSERT INTO imported_totals (workspace_id, day, detailed, country, os, browser, device, referrer, clicks)
    VALUES (NEW.workspace_id, NEW.day, NEW.detailed, NEW.country, NEW.os, NEW.browser, NEW.device, NEW.referrer, NEW.clicks)
    ON CONFLICT (workspace_id, day, detailed, country, os, browser, device, referrer) DO UPDATE SET clicks = clicks + excluded.clicks;
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER imported_clicks_removed AFTER DELETE ON imported_clicks BEGIN
  UPDATE imported_totals SET clicks = clicks - OLD.clicks WHERE workspace_id = OLD.workspace_id AND day = OLD.day
    AND detailed = OLD.detailed AND country = OLD.country AND os = OLD.os AND browser = OLD.browser AND device = OLD.device
    AND referrer = OLD.referrer;
  DELETE FROM imported_totals WHERE workspace_id = OLD.workspace_id AND day = OLD.day
    AND detailed = OLD.detailed AND country = OLD.country AND os = OLD.os AND browser = OLD.browser AND device = OLD.device
    AND referrer = OLD.referrer AND clicks = 0;
END;
-- +goose StatementEnd
