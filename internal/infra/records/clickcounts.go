package records

import (
	"context"
	"slices"
	"strings"

	"linnet/internal/base/fault"
	"linnet/internal/base/ident"
	"linnet/internal/core/clickcount"
)

// earlierSources is the source in click_sources of click stores that counted before
// sources were recorded.
const earlierSources = ""

// RegisterSource makes a click store known and returns the position up to which its
// clicks are counted.
func (s *Store) RegisterSource(ctx context.Context, r clickcount.Registration) (counted uint64, err error) {
	err = s.inTx(ctx, func(tx conn) error {
		counted = 0
		known, err := lockSources(ctx, tx)
		if err != nil {
			return err
		}
		position, found := known[r.Source]
		switch {
		case !found:
			position, err = addSource(ctx, tx, r, known)
		case position > int64(r.Last): //nolint:gosec // bytes of a disk
			// The journal was replaced: its positions begin again.
			position = int64(r.Stored) //nolint:gosec // bytes of a disk
			_, err = tx.exec(ctx, `UPDATE click_sources SET position = $2 WHERE source = $1`, r.Source, position)
		case position > int64(r.Stored) && r.Start > r.Stored: //nolint:gosec // bytes of a disk
			err = retainCounts(ctx, tx)
		}
		counted = uint64(position) //nolint:gosec // not negative
		return err
	})
	return counted, err
}

// addSource makes a new click store known and returns the position up to which its clicks
// are counted.
func addSource(ctx context.Context, tx conn, r clickcount.Registration, known map[string]int64) (position int64, err error) {
	position = int64(r.Stored) //nolint:gosec // bytes of a disk
	if r.Embedded && position == 0 {
		// Its file was deleted: clicks that are in the journal still may be counted. A
		// journal of another node has not reached their position.
		for _, reached := range known {
			position = max(position, reached)
		}
		if position > int64(r.Last) { //nolint:gosec // bytes of a disk
			position = 0
		}
	}
	if len(known) == 0 && r.Stored == 0 {
		used, err := queryOne(ctx, tx, value[bool], `SELECT EXISTS (SELECT 1 FROM link_clicks WHERE clicks > 0)`)
		if err != nil {
			return 0, err
		}
		if used {
			if err := retainCounts(ctx, tx); err != nil {
				return 0, err
			}
		}
	}
	_, err = tx.exec(ctx, `INSERT INTO click_sources (source, position) VALUES ($1, $2)`, r.Source, position)
	return position, err
}

// RetainCounts makes no click store the sole source of the counters, because the present
// one has lost clicks: reconciliation never lowers them then.
func (s *Store) RetainCounts(ctx context.Context) error {
	return s.inTx(ctx, func(tx conn) error { return retainCounts(ctx, tx) })
}

func retainCounts(ctx context.Context, tx conn) error {
	_, err := tx.exec(ctx, `INSERT INTO click_sources (source, position) VALUES ($1, 0) ON CONFLICT (source) DO NOTHING`, earlierSources)
	return err
}

// SetClickSource makes a source that is at the position the only one of the counters.
// It must have all clicks that were counted.
func (s *Store) SetClickSource(ctx context.Context, source string, position uint64) error {
	return s.inTx(ctx, func(tx conn) error {
		if _, err := tx.exec(ctx, `DELETE FROM click_sources`); err != nil {
			return err
		}
		reached := int64(position) //nolint:gosec // bytes of a disk
		_, err := tx.exec(ctx, `INSERT INTO click_sources (source, position) VALUES ($1, $2)`, source, reached)
		return err
	})
}

// lockSources returns the positions of all sources and locks them until the transaction
// ends.
func lockSources(ctx context.Context, tx conn) (map[string]int64, error) {
	return sourcesOf(ctx, tx, tx.d.forUpdate)
}

func sourcesOf(ctx context.Context, c conn, lock string) (map[string]int64, error) {
	positions := map[string]int64{}
	_, err := queryAll(ctx, c, func(row scanner) (struct{}, error) {
		var source string
		var position int64
		err := row.Scan(&source, &position)
		positions[source] = position
		return struct{}{}, err
	}, `SELECT source, position FROM click_sources ORDER BY source`+lock)
	return positions, err
}

// Sources returns the positions of the click stores that add to the counters, by their
// identities.
func (s *Store) Sources(ctx context.Context) (map[string]int64, error) {
	return sourcesOf(ctx, s.read, "")
}

// SoleSource reports whether every counted click came from that source.
func (s *Store) SoleSource(ctx context.Context, source string) (bool, error) {
	all, err := queryAll(ctx, s.read, value[string], `SELECT source FROM click_sources LIMIT 2`)
	return len(all) == 1 && all[0] == source, err
}

// AddClicks adds a batch to the counters, unless its source has reached the
// batch's position before.
func (s *Store) AddClicks(ctx context.Context, b clickcount.Batch) error {
	return s.inTx(ctx, func(tx conn) error {
		through := int64(b.Through) //nolint:gosec // bytes of a disk
		n, err := tx.exec(ctx, `UPDATE click_sources SET position = $2 WHERE source = $1 AND position < $2`, b.Source, through)
		if err != nil {
			return err
		}
		if n == 0 {
			_, err := queryOne(ctx, tx, value[int64], `SELECT position FROM click_sources WHERE source = $1`, b.Source)
			return withSentence(err, fault.NotFound, "The click store is not registered.")
		}
		if err := addWaitingClicks(ctx, tx, b.Forwarded, b.At); err != nil {
			return err
		}
		if len(b.Watched) > 0 {
			return addWatchedClicks(ctx, tx, b)
		}
		return insertRows(ctx, tx, intoLinkClicks, clickRows(b.Added), addToLinkClicks)
	})
}

const (
	intoLinkClicks  = `INSERT INTO link_clicks (link_id, workspace_id, clicks, last_clicked_at)`
	addToLinkClicks = `
		ON CONFLICT (link_id) DO UPDATE SET clicks = link_clicks.clicks + excluded.clicks, last_clicked_at =
		CASE WHEN excluded.last_clicked_at > link_clicks.last_clicked_at THEN excluded.last_clicked_at ELSE link_clicks.last_clicked_at END`
)

// addWatchedClicks adds clicks to counters, and stores those of the watched links that had
// none before. A link that was imported with clicks had some.
func addWatchedClicks(ctx context.Context, tx conn, b clickcount.Batch) error {
	added := make(map[string]clickcount.Clicks, len(b.Added))
	for _, c := range b.Added {
		added[c.LinkID] = c
	}
	var first [][]any
	err := returningRows(ctx, tx, func(row scanner) error {
		var linkID string
		var clicks int64
		err := row.Scan(&linkID, &clicks)
		if c := added[linkID]; b.Watched[c.WorkspaceID] && clicks == c.Clicks {
			first = append(first, []any{linkID, c.WorkspaceID, toMillis(b.At)})
		}
		return err
	}, intoLinkClicks, clickRows(b.Added), addToLinkClicks+` RETURNING link_id, clicks + opening`)
	if err != nil {
		return err
	}
	return insertRows(ctx, tx, `INSERT INTO first_clicks (link_id, workspace_id, created_at)`, first, `ON CONFLICT (link_id) DO NOTHING`)
}

// SubtractClicks subtracts from counters, to 0 at the least. The last click of a
// link that has clicks left stays as it is.
func (s *Store) SubtractClicks(ctx context.Context, removed []clickcount.Clicks) error {
	return s.inTx(ctx, func(tx conn) error {
		for _, r := range removed {
			_, err := tx.exec(ctx, `
				UPDATE link_clicks SET clicks = CASE WHEN clicks > $2 THEN clicks - $2 ELSE 0 END,
					last_clicked_at = CASE WHEN clicks > $2 THEN last_clicked_at ELSE 0 END
				WHERE link_id = $1`, r.LinkID, r.Clicks)
			if err != nil {
				return err
			}
		}
		return nil
	})
}

// CorrectClicks sets counters and returns how many were different; none unless
// the source is the sole one.
func (s *Store) CorrectClicks(ctx context.Context, source string, counters []clickcount.Clicks) (corrected int64, err error) {
	err = s.inTx(ctx, func(tx conn) error {
		corrected = 0
		known, err := lockSources(ctx, tx)
		if _, ours := known[source]; err != nil || len(known) != 1 || !ours {
			return err
		}
		corrected, err = setClicks(ctx, tx, counters)
		return err
	})
	return corrected, err
}

// RepairClicks applies corrections and returns how many counters it changed. It
// lowers none while a click store that is not shared has added to the counters,
// because its clicks are not among those that were counted.
func (s *Store) RepairClicks(ctx context.Context, corrections []clickcount.Correction) (changed int64, err error) {
	err = s.inTx(ctx, func(tx conn) error {
		changed = 0
		sources, err := queryAll(ctx, tx, value[string], `SELECT source FROM click_sources ORDER BY source`)
		if err != nil {
			return err
		}
		shared := !slices.ContainsFunc(sources, func(source string) bool { return !strings.HasPrefix(source, ident.Journal+"_") })
		var raised []clickcount.Clicks
		for _, c := range corrections {
			switch {
			case !c.Lower:
				raised = append(raised, c.Clicks)
			case shared:
				n, err := tx.exec(ctx, `UPDATE link_clicks SET clicks = $2, last_clicked_at = $3 WHERE link_id = $1 AND clicks = $4`,
					c.LinkID, c.Clicks.Clicks, toMillis(c.LastClickedAt), c.Shown)
				if err != nil {
					return err
				}
				changed += n
			}
		}
		n, err := raiseClicks(ctx, tx, raised)
		changed += n
		return err
	})
	return changed, err
}

// raiseClicks sets the counters that are lower and returns how many there were.
func raiseClicks(ctx context.Context, tx conn, counters []clickcount.Clicks) (changed int64, err error) {
	return insertedRows(ctx, tx, intoLinkClicks, clickRows(counters), `
		ON CONFLICT (link_id) DO UPDATE SET
			clicks = CASE WHEN excluded.clicks > link_clicks.clicks THEN excluded.clicks ELSE link_clicks.clicks END,
			last_clicked_at = CASE WHEN excluded.last_clicked_at > link_clicks.last_clicked_at
				THEN excluded.last_clicked_at ELSE link_clicks.last_clicked_at END
		WHERE link_clicks.clicks < excluded.clicks OR link_clicks.last_clicked_at < excluded.last_clicked_at`)
}

// SetLinkClicks sets counters, whatever their sources.
func (s *Store) SetLinkClicks(ctx context.Context, counters []clickcount.Clicks) error {
	return s.inTx(ctx, func(tx conn) error {
		_, err := setClicks(ctx, tx, counters)
		return err
	})
}

func setClicks(ctx context.Context, tx conn, counters []clickcount.Clicks) (changed int64, err error) {
	return insertedRows(ctx, tx, intoLinkClicks, clickRows(counters), `
		ON CONFLICT (link_id) DO UPDATE SET clicks = excluded.clicks, last_clicked_at = excluded.last_clicked_at
		WHERE link_clicks.clicks <> excluded.clicks OR link_clicks.last_clicked_at <> excluded.last_clicked_at`)
}

func clickRows(counters []clickcount.Clicks) [][]any {
	rows := make([][]any, len(counters))
	for i, c := range counters {
		rows[i] = []any{c.LinkID, c.WorkspaceID, c.Clicks, toMillis(c.LastClickedAt)}
	}
	return rows
}

// allClicks are the clicks of a link's counter c: those that were counted, and those with
// which the link was imported. An index has this expression.
const allClicks = `c.clicks + c.opening`

// LinkClicks returns the counters of up to limit links with an id above after,
// by id; of one workspace unless workspaceID is empty. Deleted links are left
// out.
func (s *Store) LinkClicks(ctx context.Context, workspaceID, after string, limit int) ([]clickcount.Clicks, error) {
	return queryAll(ctx, s.read, scanLinkClicks, `
		SELECT l.workspace_id, l.id, COALESCE(c.clicks, 0), COALESCE(c.last_clicked_at, 0)
		FROM links l LEFT JOIN link_clicks c ON c.link_id = l.id
		WHERE l.id > $1 AND l.deleted_at = 0 AND ($3 = '' OR l.workspace_id = $3) ORDER BY l.id LIMIT $2`, after, limit, workspaceID)
}

func scanLinkClicks(row scanner) (clickcount.Clicks, error) {
	var c clickcount.Clicks
	err := row.Scan(&c.WorkspaceID, &c.LinkID, &c.Clicks, timeField{&c.LastClickedAt})
	return c, err
}
