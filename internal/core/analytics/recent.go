package analytics

import (
	"context"
	"encoding/base64"
	"fmt"
	"strconv"
	"strings"
	"time"

	"linnet/internal/base/fault"
	"linnet/internal/core/access"
	"linnet/internal/core/click"
)

// Position is the position of a click in a list that has the newest clicks first, and
// those of the same millisecond by descending id.
type Position struct {
	At time.Time
	ID uint64
}

// IsBefore reports whether c is below the position in such a list.
func (p Position) IsBefore(c *click.Click) bool {
	return c.At.Before(p.At) || c.At.Equal(p.At) && c.ID < p.ID
}

// cursor returns the position as text; positionOf reads it.
func (p Position) cursor() string {
	return base64.RawURLEncoding.EncodeToString(fmt.Appendf(nil, "%d %d", p.At.UnixMilli(), p.ID))
}

// positionOf returns the position of a cursor, or Invalid at "cursor".
func positionOf(cursor string) (Position, error) {
	raw, err := base64.RawURLEncoding.DecodeString(cursor)
	at, id, _ := strings.Cut(string(raw), " ")
	ms, timeErr := strconv.ParseInt(at, 10, 64)
	number, idErr := strconv.ParseUint(id, 10, 64)
	if err != nil || timeErr != nil || idErr != nil {
		return Position{}, fault.New(fault.Invalid, "This is not a cursor of this list. Use nextCursor of the previous page.").At("cursor")
	}
	return Position{At: time.UnixMilli(ms), ID: number}, nil
}

// ClickPage is one page of clicks, newest first. NextCursor is empty on the last page.
type ClickPage struct {
	Clicks     []click.Click
	NextCursor string
	Total      int // clicks on all pages
}

// single restricts a query to the clicks that may be shown singly: it excludes aggregate
// clicks, and all clicks of domains that have this privacy mode now, however they were stored.
func (s *Service) single(ctx context.Context, actor access.Actor, q *Query) error {
	q.Single = true
	if s.names == nil {
		return nil
	}
	domains, err := s.names.AggregateDomains(ctx, actor.View())
	if err != nil {
		return fmt.Errorf("list the domains without single clicks: %w", err)
	}
	if len(domains) > 0 {
		q.Filters = append(q.Filters, Filter{Dimension: Domain, Values: domains, Negated: true})
	}
	return nil
}

// Recent returns up to Limit of the latest clicks of a period, newest first: those after
// the page of a cursor, or the first ones. It is Invalid at "cursor" for a text that is
// none.
func (s *Service) Recent(ctx context.Context, actor access.Actor, r Request, cursor string) (ClickPage, error) {
	if err := access.Require(actor, access.ReadAnalytics); err != nil {
		return ClickPage{}, err
	}
	q, _, _, err := s.query(ctx, actor, r)
	if err != nil {
		return ClickPage{}, err
	}
	if err := s.single(ctx, actor, &q); err != nil {
		return ClickPage{}, err
	}
	if cursor != "" {
		position, err := positionOf(cursor)
		if err != nil {
			return ClickPage{}, err
		}
		q.After = &position
	}
	limit := limitOf(r)
	clicks, err := s.store.Recent(ctx, q, limit+1)
	if err != nil {
		return ClickPage{}, fmt.Errorf("query the click store: %w", err)
	}
	if q.After == nil && len(clicks) <= limit {
		return ClickPage{Clicks: clicks, Total: len(clicks)}, nil
	}
	page := ClickPage{Clicks: clicks}
	if len(clicks) > limit {
		page.Clicks = clicks[:limit]
		last := page.Clicks[limit-1]
		page.NextCursor = Position{At: last.At, ID: last.ID}.cursor()
	}
	q.Count, q.After = true, nil
	all, err := s.store.Query(ctx, q)
	if err != nil {
		return ClickPage{}, fmt.Errorf("query the click store: %w", err)
	}
	page.Total = int(all.Count.Clicks)
	return page, nil
}
