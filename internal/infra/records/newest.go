package records

import (
	"context"
	"strconv"
	"strings"
	"time"

	"linnet/internal/base/fault"
)

// newestList is a list that is ordered by a time and an id, newest first.
type newestList[T any] struct {
	table  *table[T]
	where  string                      // condition of listAll; empty: none
	at, id string                      // columns of the order
	key    func(T) (time.Time, string) // the values of at and id
}

// newestPage is one page of a newestList.
type newestPage[T any] struct {
	rows  []T
	total int    // rows on all pages
	next  string // the cursor of the next page; "" on the last
}

// newest returns the page of the rows that q selects after cursor, at most limit. A
// cursor contains the time and the id of the last row of the previous page, so that
// it remains valid when that row is deleted.
func newest[T any](ctx context.Context, c conn, q *linkQuery, l *newestList[T], cursor string, limit int) (newestPage[T], error) {
	var p newestPage[T]
	total, err := queryOne(ctx, c, value[int], `SELECT COUNT(*) FROM `+l.table.from+q.whereText(), q.args...)
	if err != nil {
		return p, err
	}
	if cursor != "" {
		at, id, err := readNewestCursor(cursor)
		if err != nil {
			return p, err
		}
		q.and(`(` + l.at + `, ` + l.id + `) < (` + q.arg(at) + `, ` + q.arg(id) + `)`)
	}
	// One row more than the page shows whether there is a next page.
	rows, err := l.table.all(ctx, c, q.whereText()+` ORDER BY `+l.at+` DESC, `+l.id+` DESC LIMIT `+q.arg(limit+1), q.args...)
	if err != nil {
		return p, err
	}
	p.rows, p.total = rows, total
	if len(rows) > limit {
		p.rows = rows[:limit]
		at, id := l.key(rows[limit-1])
		p.next = strconv.FormatInt(toMillis(at), 10) + "." + id
	}
	return p, nil
}

// readNewestCursor returns the time, in milliseconds, and the id of a cursor.
func readNewestCursor(cursor string) (at int64, id string, err error) {
	millis, id, ok := strings.Cut(cursor, ".")
	at, err = strconv.ParseInt(millis, 10, 64)
	if err != nil || !ok || id == "" {
		return 0, "", fault.New(fault.Invalid, "This cursor belongs to another list. Begin again without it.").At("cursor")
	}
	return at, id, nil
}
