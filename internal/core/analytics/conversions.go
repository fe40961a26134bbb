package analytics

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"linnet/internal/base/ident"
	"linnet/internal/core/access"
)

// Conversions counts what visitors did after their clicks.
type Conversions interface {
	// Converted counts the leads and sales that were reported in [Start, End)
	// of the query, whose clicks its Traffic and Filters keep, for each key of
	// a dimension that is neither tag nor folder; with no dimension, all of
	// them under "". Keys of dimensions that are Folded are in lower case.
	// What converted nobody is absent.
	Converted(ctx context.Context, q Query, by Dimension) (map[string]Converted, error)
}

// Converted is how many leads and sales there were.
type Converted struct {
	Leads   int64
	Sales   int64
	Amounts []Money // of the sales, by currency
}

// Money is an amount in the currency's minor units.
type Money struct {
	Currency string // ISO 4217
	Amount   int64
}

// Add adds other to c.
func (c *Converted) Add(other Converted) {
	c.Leads += other.Leads
	c.Sales += other.Sales
	for _, m := range other.Amounts {
		i, found := slices.BinarySearchFunc(c.Amounts, m.Currency, func(m Money, code string) int { return strings.Compare(m.Currency, code) })
		if !found {
			c.Amounts = slices.Insert(c.Amounts, i, Money{Currency: m.Currency})
		}
		c.Amounts[i].Amount += m.Amount
	}
}

// Shared is Report for the visitors of a page that the workspace has shared.
// The request must be confined to what is shared already. Nothing is told of
// conversions: they are the workspace's own business.
func (s *Service) Shared(ctx context.Context, workspaceID string, r Request, parts Parts) (Report, error) {
	public := *s
	public.conversions = nil
	return public.report(ctx, access.Actor{WorkspaceID: workspaceID}, r, parts)
}

// Counting lets reports tell of conversions too.
func (s *Service) Counting(c Conversions) *Service {
	s.conversions = c
	return s
}

// converted counts the conversions of a query: all, and those of each row.
// Visits to no link convert nobody.
func (s *Service) converted(ctx context.Context, q Query, lists map[Dimension][]Row) (Converted, error) {
	if s.conversions == nil || q.Orphans || (!q.Count && len(q.Lists) == 0) {
		return Converted{}, nil
	}
	all, err := s.conversions.Converted(ctx, q, "")
	if err != nil {
		return Converted{}, fmt.Errorf("count conversions: %w", err)
	}
	if len(all) == 0 {
		return Converted{}, nil
	}
	for _, l := range q.Lists {
		counted, err := s.convertedBy(ctx, q, l)
		if err != nil {
			return Converted{}, err
		}
		rows := lists[l.Dimension]
		for i := range rows {
			key := rows[i].Key
			if l.Dimension.Folded() {
				key = strings.ToLower(key)
			}
			rows[i].Converted = counted[key]
		}
	}
	return all[""], nil
}

// convertedBy counts by the keys of a list: of tags and folders, through the
// links that have them.
func (s *Service) convertedBy(ctx context.Context, q Query, l List) (map[string]Converted, error) {
	by := l.Dimension
	if by.ofLinks() {
		by = Link
	}
	counted, err := s.conversions.Converted(ctx, q, by)
	if err != nil {
		return nil, fmt.Errorf("count conversions by %s: %w", l.Dimension, err)
	}
	if !l.Dimension.ofLinks() {
		return counted, nil
	}
	of := map[string]Converted{}
	add := func(key string, c Converted) {
		sum := of[key]
		sum.Add(c)
		of[key] = sum
	}
	has := map[string]bool{}
	for _, m := range l.Members {
		link := ident.Text(ident.Link, m.Link)
		has[link] = true
		add(ident.Text(l.Dimension.IDPrefix(), m.Of), counted[link])
	}
	for link, c := range counted {
		if !has[link] {
			add("", c)
		}
	}
	return of, nil
}
