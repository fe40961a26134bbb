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

-- One change of each sum for a statement: a row that one transaction changes often is slow to find.
-- +goose StatementBegin
CREATE FUNCTION add_imported() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  INSERT INTO imported_totals AS t (workspace_id, day, detailed, country, os, browser, device, referrer, clicks)
    SELECT workspace_id, day, detailed, country, os, browser, device, referrer, SUM(clicks) FROM added
    GROUP BY workspace_id, day, detailed, country, os, browser, device, referrer
    ORDER BY workspace_id, day, detailed, country, os, browser, device, referrer
    ON CONFLICT (workspace_id, day, detailed, country, os, browser, device, referrer) DO UPDATE SET clicks = t.clicks + excluded.clicks;
  RETURN NULL;
END $$;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE FUNCTION remove_imported() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  UPDATE imported_totals t SET clicks = t.clicks - r.clicks
    FROM (SELECT workspace_id, day, detailed, country, os, browser, device, referrer, SUM(clicks) AS clicks FROM removed
      GROUP BY workspace_id, day, detailed, country, os, browser, device, referrer) r
    WHERE (t.workspace_id, t.day, t.detailed, t.country, t.os, t.browser, t.device, t.referrer)
      = (r.workspace_id, r.day, r.detailed, r.country, r.os, r.browser, r.device, r.referrer);
  DELETE FROM imported_totals t USING (SELECT DISTINCT workspace_id, day FROM removed) r
    WHERE t.workspace_id = r.workspace_id AND t.day = r.day AND t.clicks = 0;
  RETURN NULL;
END $$;
-- +goose StatementEnd
CREATE TRIGGER imported_clicks_added AFTER INSERT ON imported_clicks
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION add_imported();
CREATE TRIGGER imported_clicks_removed AFTER DELETE ON imported_clicks
  REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION remove_imported();
