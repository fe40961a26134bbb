package records

import (
	"context"
	"encoding/binary"
	"time"

	"linnet/internal/base/fault"
	"linnet/internal/core/denylist"
	"linnet/internal/core/event"
	"linnet/internal/core/link"
	"linnet/internal/core/operator"
)

//nolint:gochecknoglobals // immutable
var feedTable = tableOf("deny-list", `deny_feeds`, func(f *denylist.Feed) []column {
	return []column{
		fixed("id", &f.ID),
		col("name", &f.Name),
		col("url", &f.URL),
		col("paused", &f.Paused),
		col("entries", &f.Entries),
		col("skipped", &f.Skipped),
		col("generation", &f.Generation),
		col("etag", &f.ETag),
		col("last_modified", &f.LastModified),
		col("checked_at", &f.CheckedAt),
		col("changed_at", &f.ChangedAt),
		col("next_at", &f.NextAt),
		col("error", &f.Error),
		fixed("created_by", &f.CreatedBy),
		fixed("created_at", &f.CreatedAt),
	}
})

// keysInChunk is the number of keys in a row: 128 KiB.
const keysInChunk = 16 << 10

// Feeds returns all deny-lists, the oldest first.
func (s *Store) Feeds(ctx context.Context) ([]denylist.Feed, error) {
	return feedTable.all(ctx, s.read, `ORDER BY created_at, id LIMIT $1`, denylist.MaxFeeds)
}

// Feed returns a deny-list.
func (s *Store) Feed(ctx context.Context, id string) (denylist.Feed, error) {
	return feedTable.one(ctx, s.read, `WHERE id = $1`, id)
}

// FeedKeys returns the keys of a deny-list and their generation.
func (s *Store) FeedKeys(ctx context.Context, id string) (keys []uint64, generation int64, err error) {
	err = s.inTx(ctx, func(tx conn) error {
		f, err := feedTable.one(ctx, tx, `WHERE id = $1`, id)
		if err != nil {
			return err
		}
		keys, generation = make([]uint64, 0, f.Entries), f.Generation
		for position := int64(0); ; position++ {
			chunk, err := queryOne(ctx, tx, value[[]byte], `SELECT data FROM deny_feed_chunks WHERE feed_id = $1 AND position = $2`, id, position)
			if fault.Is(err, fault.NotFound) {
				return nil
			}
			if err != nil {
				return err
			}
			for ; len(chunk) >= 8; chunk = chunk[8:] {
				keys = append(keys, binary.BigEndian.Uint64(chunk))
			}
		}
	})
	return keys, generation, err
}

func storeFeedKeys(ctx context.Context, tx conn, id string, keys []uint64) error {
	if _, err := tx.exec(ctx, `DELETE FROM deny_feed_chunks WHERE feed_id = $1`, id); err != nil {
		return err
	}
	for position := int64(0); len(keys) > 0; position++ {
		n := min(len(keys), keysInChunk)
		data := make([]byte, 0, 8*n)
		for _, k := range keys[:n] {
			data = binary.BigEndian.AppendUint64(data, k)
		}
		if _, err := tx.exec(ctx, `INSERT INTO deny_feed_chunks (feed_id, position, data) VALUES ($1, $2, $3)`, id, position, data); err != nil {
			return err
		}
		keys = keys[n:]
	}
	return nil
}

// InsertFeed stores a deny-list with its first copy.
func (s *Store) InsertFeed(ctx context.Context, f denylist.Feed, keys []uint64, e event.Event) error {
	return s.inTx(ctx, func(tx conn) error {
		full := fault.New(fault.LimitReached, "There are already as many deny-lists as are allowed. Remove one first.")
		if err := tx.requireBelow(ctx, denylist.MaxFeeds, full, `deny_feeds`); err != nil {
			return err
		}
		if err := feedTable.insert(ctx, tx, &f); err != nil {
			return conflictAt(err, "url", "There is already a deny-list with this address.")
		}
		tx.emit(e)
		return storeFeedKeys(ctx, tx, f.ID, keys)
	})
}

// ChangeFeed applies edit to a deny-list.
func (s *Store) ChangeFeed(ctx context.Context, id string, edit func(*denylist.Feed) ([]event.Event, error)) (denylist.Feed, error) {
	return feedTable.change(ctx, s, id, edit, `WHERE id = $1`, id)
}

// DeleteFeed deletes a deny-list with its copy.
func (s *Store) DeleteFeed(ctx context.Context, id string, e event.Event) error {
	return s.changeOne(ctx, "deny-list", e, `DELETE FROM deny_feeds WHERE id = $1`, id)
}

// StoreFeedCheck stores the result of an update of a deny-list.
func (s *Store) StoreFeedCheck(ctx context.Context, f denylist.Feed, keys []uint64) error {
	return s.inTx(ctx, func(tx conn) error {
		n, err := tx.exec(ctx, `UPDATE deny_feeds SET checked_at = $2, next_at = $3, error = $4 WHERE id = $1`,
			f.ID, toMillis(f.CheckedAt), toMillis(f.NextAt), f.Error)
		if err := changedOne(n, err, "deny-list"); err != nil || keys == nil {
			return err
		}
		_, err = tx.exec(ctx, `UPDATE deny_feeds SET entries = $2, skipped = $3, etag = $4, last_modified = $5, changed_at = $6,
			generation = generation + 1 WHERE id = $1`, f.ID, f.Entries, f.Skipped, f.ETag, f.LastModified, toMillis(f.ChangedAt))
		if err != nil {
			return err
		}
		tx.emit(event.New(event.Actor{}, event.DenylistFetched, "", f.ID,
			event.Created(event.Denylist{Name: f.Name, URL: f.URL, Paused: f.Paused, Entries: f.Entries}), f.CheckedAt))
		return storeFeedKeys(ctx, tx, f.ID, keys)
	})
}

//nolint:gochecknoglobals // immutable
var exceptionTable = tableOf("exception", `deny_exceptions`, func(x *denylist.Exception) []column {
	return []column{
		fixed("id", &x.ID),
		fixed("pattern", &x.Pattern),
		fixed("reason", &x.Reason),
		fixed("created_by", &x.CreatedBy),
		fixed("created_at", &x.CreatedAt),
	}
})

// Exceptions returns all exceptions of deny-lists.
func (s *Store) Exceptions(ctx context.Context) ([]denylist.Exception, error) {
	return exceptionTable.all(ctx, s.read, `ORDER BY id LIMIT $1`, denylist.MaxExceptions)
}

// ListExceptions returns a page of exceptions by pattern and reason, the newest
// first.
func (s *Store) ListExceptions(ctx context.Context, q operator.Query) (operator.Page[denylist.Exception], error) {
	q.State = operator.AnyState
	return listAll(ctx, s.read, &newestList[denylist.Exception]{
		table: exceptionTable,
		at:    `created_at`,
		id:    `id`,
		key:   func(x denylist.Exception) (time.Time, string) { return x.CreatedAt, x.ID },
	}, q, `LOWER(pattern || ' ' || reason)`, "")
}

// InsertException stores an exception of deny-lists.
func (s *Store) InsertException(ctx context.Context, x denylist.Exception, e event.Event) error {
	return s.inTx(ctx, func(tx conn) error {
		full := fault.New(fault.LimitReached, "There are already as many exceptions as are allowed. Remove some first.")
		if err := tx.requireBelow(ctx, denylist.MaxExceptions, full, `deny_exceptions`); err != nil {
			return err
		}
		tx.emit(e)
		return conflictAt(exceptionTable.insert(ctx, tx, &x), "pattern", "There is already such an exception.")
	})
}

// DeleteException deletes the exception with an id or a pattern.
func (s *Store) DeleteException(ctx context.Context, idOrPattern string, of func(denylist.Exception) event.Event) error {
	return s.inTx(ctx, func(tx conn) error {
		x, err := exceptionTable.one(ctx, tx, `WHERE id = $1 OR pattern = $1`, idOrPattern)
		if err != nil {
			return err
		}
		if _, err := tx.exec(ctx, `DELETE FROM deny_exceptions WHERE id = $1`, x.ID); err != nil {
			return err
		}
		tx.emit(of(x))
		return nil
	})
}

// LinkFeed returns the id of the deny-list that blocks a link, or "".
func (s *Store) LinkFeed(ctx context.Context, linkID string) (string, error) {
	id, err := queryOne(ctx, s.read, value[string], `SELECT feed_id FROM link_feed_blocks WHERE link_id = $1`, linkID)
	if fault.Is(err, fault.NotFound) {
		return "", nil
	}
	return id, err
}

// EndLinkFeed makes the block of a link by a deny-list one by an operator.
func (s *Store) EndLinkFeed(ctx context.Context, linkID string) error {
	_, err := s.write.exec(ctx, `DELETE FROM link_feed_blocks WHERE link_id = $1`, linkID)
	return err
}

// setLinkFeed stores the deny-list that blocks a link.
func setLinkFeed(ctx context.Context, tx conn, l *link.Link, feedID string) error {
	if _, err := tx.exec(ctx, `DELETE FROM link_feed_blocks WHERE link_id = $1`, l.ID); err != nil || feedID == "" {
		return err
	}
	_, err := tx.exec(ctx, `INSERT INTO link_feed_blocks (link_id, feed_id, created_at) VALUES ($1, $2, $3)`, l.ID, feedID, toMillis(l.UpdatedAt))
	return err
}

// LinkDestinations returns links with the URLs that they can lead to.
func (s *Store) LinkDestinations(ctx context.Context, after string, limit int, listed bool) ([]denylist.Destinations, error) {
	return queryAll(ctx, s.read, func(row scanner) (denylist.Destinations, error) {
		var d denylist.Destinations
		var l link.Link
		err := row.Scan(&d.LinkID, &d.WorkspaceID, &d.Alias, &l.URL, &l.FallbackURL, jsonField{&l.Rules}, jsonField{&l.Split},
			&d.Blocked, &d.FeedID)
		d.URLs = l.Destinations()
		return d, err
	}, destinationsQuery(listed), after, limit)
}

// destinationsQuery selects links after an id ($1): all, or those that a deny-list blocks,
// which are few, and are asked for every minute.
func destinationsQuery(listed bool) string {
	const columns = `SELECT l.id, l.workspace_id, a.alias, l.url, l.fallback_url, l.rules, l.split, l.blocked, COALESCE(f.feed_id, '')`
	if listed {
		return columns + ` FROM link_feed_blocks f CROSS JOIN links l JOIN aliases a ON a.target_id = l.id AND a.position = 0
			WHERE l.id = f.link_id AND l.deleted_at = 0 AND f.link_id > $1 ORDER BY f.link_id LIMIT $2`
	}
	return columns + ` FROM links l JOIN aliases a ON a.target_id = l.id AND a.position = 0 LEFT JOIN link_feed_blocks f ON f.link_id = l.id
			WHERE l.deleted_at = 0 AND l.id > $1 ORDER BY l.id LIMIT $2`
}
