package records

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"time"

	"linnet/internal/base/ident"
	"linnet/internal/core/analytics"
	"linnet/internal/core/click"
	"linnet/internal/core/clickhistory"
	"linnet/internal/core/transfer"
)

// undated is the day of imported clicks whose day is unknown.
const undated = click.Day(0)

// putOpenings stores the clicks with which links of a workspace were imported. Without a
// history, the days of a link that are stored stay.
func putOpenings(ctx context.Context, tx conn, workspaceID string, openings []transfer.Opening) error {
	if len(openings) == 0 {
		return nil
	}
	totals := make([][]any, len(openings))
	for i, o := range openings {
		totals[i] = []any{o.LinkID, workspaceID, 0, 0, o.Clicks}
	}
	err := insertRows(ctx, tx, `INSERT INTO link_clicks (link_id, workspace_id, clicks, last_clicked_at, opening)`, totals,
		`ON CONFLICT (link_id) DO UPDATE SET opening = excluded.opening`)
	if err != nil {
		return err
	}
	dated, err := replaceDays(ctx, tx, openings)
	if err != nil {
		return err
	}
	var rows [][]any
	for _, o := range openings {
		entries := o.History
		if rest := o.Clicks - cmp.Or(entries.Clicks(), dated[o.LinkID]); rest > 0 {
			entries = append(slices.Clone(entries), clickhistory.Entry{Day: undated, Clicks: rest})
		}
		rows = append(rows, importedRows(workspaceID, o.LinkID, entries)...)
	}
	return insertRows(ctx, tx, intoImported, rows)
}

// replaceDays deletes the stored days of links with a history, and the undated clicks of the
// others, whose dated ones it returns by link.
func replaceDays(ctx context.Context, tx conn, openings []transfer.Opening) (dated map[string]int64, err error) {
	var replaced, stays []string
	for _, o := range openings {
		if len(o.History) > 0 {
			replaced = append(replaced, o.LinkID)
		} else {
			stays = append(stays, o.LinkID)
		}
	}
	for some := range slices.Chunk(replaced, namesAtOnce) {
		list, args := inList(nil, some)
		if _, err := tx.exec(ctx, `DELETE FROM imported_clicks WHERE link_id IN `+list, args...); err != nil {
			return nil, err
		}
	}
	for some := range slices.Chunk(stays, namesAtOnce) {
		list, args := inList(nil, some)
		if _, err := tx.exec(ctx, `DELETE FROM imported_clicks WHERE day = 0 AND link_id IN `+list, args...); err != nil {
			return nil, err
		}
	}
	return datedClicks(ctx, tx, stays)
}

// DatedClicks returns the numbers of imported clicks of links whose days are known, by link.
func (s *Store) DatedClicks(ctx context.Context, linkIDs []string) (map[string]int64, error) {
	return datedClicks(ctx, s.read, linkIDs)
}

func datedClicks(ctx context.Context, c conn, linkIDs []string) (map[string]int64, error) {
	dated := make(map[string]int64)
	for some := range slices.Chunk(linkIDs, namesAtOnce) {
		list, args := inList(nil, some)
		_, err := queryAll(ctx, c, func(row scanner) (struct{}, error) {
			var id string
			var clicks int64
			err := row.Scan(&id, &clicks)
			dated[id] = clicks
			return struct{}{}, err
		}, `SELECT link_id, CAST(SUM(clicks) AS BIGINT) FROM imported_clicks WHERE day > 0 AND link_id IN `+list+` GROUP BY link_id`, args...)
		if err != nil {
			return nil, err
		}
	}
	return dated, nil
}

// intoImported inserts importedRows.
const intoImported = `
	INSERT INTO imported_clicks (link_id, workspace_id, day, n, clicks, detailed, country, os, browser, device, referrer)`

// importedRows returns the rows of entries, which are sorted by day.
func importedRows(workspaceID, linkID string, entries clickhistory.History) [][]any {
	rows := make([][]any, len(entries))
	n := 0
	for i, e := range entries {
		if n++; i == 0 || e.Day != entries[i-1].Day {
			n = 0
		}
		rows[i] = []any{
			linkID, workspaceID, int64(e.Day), n, e.Clicks, e.Detailed,
			e.Country, e.OS, e.Browser, string(e.Device), e.Referrer,
		}
	}
	return rows
}

// forgetImported deletes the imported clicks of a link.
func forgetImported(ctx context.Context, tx conn, linkID string) error {
	if _, err := tx.exec(ctx, `UPDATE link_clicks SET opening = 0 WHERE link_id = $1`, linkID); err != nil {
		return err
	}
	_, err := tx.exec(ctx, `DELETE FROM imported_clicks WHERE link_id = $1`, linkID)
	return err
}

// retainedLinks is the number of links whose imported clicks one transaction forgets the days of.
const retainedLinks = 200

// RetainImported forgets the days and the details of a workspace's imported clicks before a
// time, and returns the number of clicks. They stay in the totals of links.
func (s *Store) RetainImported(ctx context.Context, workspaceID string, before time.Time) (clicks int64, err error) {
	first := int64(click.DayOf(before))
	for {
		links, err := queryAll(ctx, s.read, value[string], `
			SELECT DISTINCT link_id FROM imported_clicks WHERE workspace_id = $1 AND day > 0 AND day < $2 LIMIT $3`,
			workspaceID, first, retainedLinks)
		if err != nil || len(links) == 0 {
			return clicks, err
		}
		n, err := s.undate(ctx, workspaceID, links, first)
		if clicks += n; err != nil {
			return clicks, err
		}
	}
}

// undate makes the imported clicks of links before a day undated, and returns their number.
func (s *Store) undate(ctx context.Context, workspaceID string, links []string, first int64) (clicks int64, err error) {
	err = s.inTx(ctx, func(tx conn) error {
		list, args := inList([]any{first}, links)
		old := ` FROM imported_clicks WHERE day < $1 AND link_id IN ` + list // with those that are undated
		dated, err := queryOne(ctx, tx, value[int64], `SELECT CAST(COALESCE(SUM(clicks), 0) AS BIGINT)`+old+` AND day > 0`, args...)
		if err != nil {
			return err
		}
		clicks = dated
		var rows [][]any
		if _, err := queryAll(ctx, tx, func(row scanner) (struct{}, error) {
			var id string
			e := clickhistory.Entry{Day: undated}
			err := row.Scan(&id, &e.Clicks)
			rows = append(rows, importedRows(workspaceID, id, clickhistory.History{e})...)
			return struct{}{}, err
		}, `SELECT link_id, CAST(SUM(clicks) AS BIGINT)`+old+` GROUP BY link_id`, args...); err != nil {
			return err
		}
		if _, err := tx.exec(ctx, `DELETE`+old, args...); err != nil {
			return err
		}
		return insertRows(ctx, tx, intoImported, rows)
	})
	return clicks, err
}

// FirstImported implements analytics.Imports.
func (s *Store) FirstImported(ctx context.Context, workspaceID uint64) (click.Day, error) {
	day, err := queryOne(ctx, s.read, value[int64],
		`SELECT COALESCE(MIN(day), 0) FROM imported_totals WHERE workspace_id = $1 AND day > 0`, ident.Text(ident.Workspace, workspaceID))
	return click.Day(day), err
}

// ImportedByDay implements analytics.Imports.
func (s *Store) ImportedByDay(ctx context.Context, q analytics.Query) (map[click.Day]int64, error) {
	w, table, ok := importedIn(q, true)
	if !ok {
		return nil, nil
	}
	byDay := make(map[click.Day]int64)
	_, err := queryAll(ctx, s.read, func(row scanner) (struct{}, error) {
		var day, clicks int64
		err := row.Scan(&day, &clicks)
		byDay[click.Day(day)] = clicks
		return struct{}{}, err
	}, `SELECT i.day, CAST(SUM(i.clicks) AS BIGINT) FROM `+table+` i`+w.whereText()+` GROUP BY i.day`, w.args...)
	return byDay, err
}

// ImportedBy implements analytics.Imports.
func (s *Store) ImportedBy(
	ctx context.Context, q analytics.Query, d analytics.Dimension, shown []string, limit int,
) ([]analytics.ImportedRow, error) {
	w, table, ok := importedIn(q, false)
	column, join := importedKey(d)
	if !ok || column == "" {
		return nil, nil
	}
	from := table + ` i` + w.whereText()
	if isDetail(d) {
		from += ` AND i.detailed = TRUE`
	} else { // one sum for each link, before it is joined
		from = `(SELECT i.link_id, SUM(i.clicks) AS clicks FROM imported_clicks i` + w.whereText() + ` GROUP BY i.link_id) i` + join
	}
	key := column
	if d.Folded() {
		key = `LOWER(` + column + `)`
	}
	others := `0`
	if len(shown) > 0 {
		others = `CASE WHEN ` + key + ` IN ` + w.list(shown) + ` THEN 0 ELSE 1 END`
	}
	return queryAll(ctx, s.read, func(row scanner) (r analytics.ImportedRow, err error) {
		var other int
		err = row.Scan(&r.Key, &r.Clicks, &other)
		return r, err
	}, `SELECT MIN(`+column+`) AS k, CAST(SUM(i.clicks) AS BIGINT) AS n, `+others+` AS other FROM `+from+
		` GROUP BY `+key+` ORDER BY other, n DESC, k LIMIT `+strconv.Itoa(len(shown)+limit), w.args...)
}

// importedKey returns the column of imported clicks that has the key of a dimension, and the
// tables that it is from; empty: they have none.
func importedKey(d analytics.Dimension) (column, join string) {
	const links = ` JOIN links l ON l.id = i.link_id`
	switch d {
	case analytics.Link:
		return `i.link_id`, ""
	case analytics.Domain:
		return `l.domain_id`, links
	case analytics.Folder:
		return `l.folder_id`, links
	case analytics.Tag:
		return `COALESCE(t.tag_id, '')`, ` LEFT JOIN link_tags t ON t.link_id = i.link_id`
	}
	if isDetail(d) {
		return `i.` + string(d), ""
	}
	return "", ""
}

// isDetail reports whether a dimension is one of clickhistory.Details. Columns have their names.
func isDetail(d analytics.Dimension) bool {
	switch d {
	case analytics.Country, analytics.OS, analytics.Browser, analytics.Device, analytics.Referrer:
		return true
	}
	return false
}

// importedIn returns the conditions of the imported clicks of a query, with the undated ones
// if they are requested, and their table, named i: of the sums of the workspace unless links
// are filtered. ok is false if there cannot be any.
func importedIn(q analytics.Query, withUndated bool) (w linkQuery, table string, ok bool) {
	workspaceID := ident.Text(ident.Workspace, q.WorkspaceID)
	w.and(`i.workspace_id = ` + w.arg(workspaceID))
	first, end := q.Days()
	days := `i.day >= ` + w.arg(max(int64(first), 1)) + ` AND i.day < ` + w.arg(int64(end))
	if withUndated {
		days = `(i.day = 0 OR ` + days + `)`
	}
	w.and(days)
	table = `imported_totals`
	for _, f := range q.Filters {
		switch {
		case isDetail(f.Dimension):
			w.importedDetail(f)
		case f.Dimension == analytics.Link, f.Dimension == analytics.Domain:
			table = `imported_clicks`
			w.importedLinks(workspaceID, f)
		default: // it is unknown whether they match the filter
			return w, table, false
		}
	}
	return w, table, true
}

// importedDetail adds the condition of a filter on details.
func (q *linkQuery) importedDetail(f analytics.Filter) {
	column, _ := importedKey(f.Dimension)
	if f.Dimension.Folded() {
		column = `LOWER(` + column + `)`
	}
	q.and(`i.detailed = TRUE`)
	q.and(negated(f) + `(` + column + ` IN ` + q.list(f.Values) + `)`)
}

// importedLinks adds the condition of a filter on links or on their domains.
func (q *linkQuery) importedLinks(workspaceID string, f analytics.Filter) {
	links := q.list
	switch {
	case f.Links != nil:
		links = func([]string) string { return `(` + q.linkSet(workspaceID, f.Links) + `)` }
	case f.Dimension == analytics.Domain:
		links = func(domains []string) string {
			return `(SELECT l.id FROM links l WHERE l.workspace_id = ` + q.arg(workspaceID) + ` AND l.domain_id IN ` + q.list(domains) + `)`
		}
	}
	q.and(negated(f) + `(i.link_id IN ` + links(f.Values) + `)`)
}

// negated returns the operator before the condition of a filter.
func negated(f analytics.Filter) string {
	if f.Negated {
		return `NOT `
	}
	return ""
}
