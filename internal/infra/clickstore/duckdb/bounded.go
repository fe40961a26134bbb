package duckdb

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	engine "github.com/duckdb/duckdb-go/v2"

	"linnet/internal/core/analytics"
)

// shares cut the clicks of a part so that each share fits into memory: by the
// key of a list, or by visitor. A key is in one share, so that the best rows of
// all shares are those of the list. A visitor is in one share, so that clicks
// and uniques of all shares add up.
type shares struct {
	byKey bool
	n     int
}

// sharesFor returns what to try for a part, one after the other. Lists of tags
// and folders have few keys, and a visitor may be in several.
func sharesFor(p part) []shares {
	all := []shares{{n: 1}}
	for _, n := range []int{8, 64, 512} {
		if p.limit > 0 && p.join == "" {
			all = append(all, shares{byKey: true, n: n})
		}
		all = append(all, shares{n: n})
	}
	return all
}

// errManyKeys reports that a list has too many keys to add them up.
var errManyKeys = errors.New("too many keys")

// isOutOfMemory reports whether a statement needed more than Options.MemoryMB.
func isOutOfMemory(err error) bool {
	var e *engine.Error
	return errors.As(err, &e) && (e.Type == engine.ErrorTypeOutOfMemory || strings.Contains(e.Msg, "Out of Memory Error"))
}

// askBounded answers a query exactly, one part at a time, each in as many shares
// as the memory takes. Visitors choose the referrers and agents that they send,
// so that no bound on the number of keys holds.
func (s *Store) askBounded(ctx context.Context, q analytics.Query) (analytics.Answer, error) {
	if err := enter(ctx, s.large); err != nil {
		return analytics.Answer{}, err
	}
	defer leave(s.large)
	b := newReport(q, s.cols)
	for _, p := range b.parts {
		if err := s.askPart(ctx, b, p); err != nil {
			return analytics.Answer{}, err
		}
	}
	return b.answer, nil
}

// askPart puts one part into the answer of a report.
func (s *Store) askPart(ctx context.Context, b *report, p part) (err error) {
	for _, cut := range sharesFor(p)[s.opts.skipCuts:] {
		all := make(sums)
		err = s.inTx(ctx, func(tx *sql.Tx) error { return s.sumShares(ctx, tx, b, p, cut, all) })
		if isOutOfMemory(err) || errors.Is(err, errManyKeys) {
			continue
		}
		if err != nil {
			return err
		}
		for _, r := range p.best(slices.Collect(maps.Values(all[p.name]))) {
			if err := b.take(r); err != nil {
				return err
			}
		}
		return nil
	}
	return err
}

// sumShares adds the rows of a part up, share by share.
func (s *Store) sumShares(ctx context.Context, tx *sql.Tx, b *report, p part, cut shares, all sums) error {
	from, err := tables(ctx, tx, b.q.Start, b.q.End)
	if err != nil {
		return err
	}
	if b.open, err = firstOpen(ctx, tx); err != nil {
		return err
	}
	if err := b.keepMembers(ctx, tx); err != nil {
		return err
	}
	column, each := "visitor", p
	switch {
	case cut.byKey:
		column = strings.TrimPrefix(cmp.Or(p.text, p.id), "c.")
	case cut.n > 1 && p.limit > 0:
		each.limit = s.opts.maxKeys + 1
	}
	for share := range cut.n {
		base := b.scope(from)
		if cut.n > 1 {
			base.where = append(base.where, fmt.Sprintf("hash(%s) %% %d = %d", column, cut.n, share))
		}
		rows, err := addendsOf(ctx, tx, b.with(base, false, byFlag)+" "+each.inOnePass(), base.args)
		if err != nil {
			return err
		}
		all.add(rows)
		if cut.byKey {
			all.keepBest(p)
		}
		if len(all[p.name]) > s.opts.maxKeys && p.limit > 0 {
			return errManyKeys
		}
	}
	return nil
}

// keepBest drops the rows of a list that cannot be in its answer.
func (s sums) keepBest(p part) {
	best := p.best(slices.Collect(maps.Values(s[p.name])))
	clear(s[p.name])
	s.add(best)
}
