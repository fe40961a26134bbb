package analytics

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"linnet/internal/base/ident"
	"linnet/internal/core/access"
)

// Conversions counts leads and sales.
type Conversions interface {
	// Converted counts the leads and sales that were reported in [Start, End) of
	// the query and whose clicks match its Traffic and Filters: for each of the
	// dimensions by key, and in total under the dimension "" and the key "". Tags
	// and folders are not supported. Keys of Folded dimensions are in lower case.
	// Keys without conversions are absent.
	Converted(ctx context.Context, q Query, by []Dimension) (map[Dimension]map[string]Converted, error)
}

// Converted is a number of leads and sales.
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
		i, found := slices.BinarySearchFunc(
			c.Amounts,
			m.Currency,
			func(m Money, code string) int { return strings.Compare(m.Currency, code) },
		)
		if !found {
			c.Amounts = slices.Insert(c.Amounts, i, Money{Currency: m.Currency})
		}
		c.Amounts[i].Amount += m.Amount
	}
}

// Shared is Report for visitors of a page that the workspace has shared. The
// caller must have confined the request to the shared clicks. The report contains
// no conversions.
func (s *Service) Shared(ctx context.Context, workspaceID string, r Request, parts Parts) (Report, error) {
	public := *s
	public.conversions = nil
	return public.report(ctx, access.Actor{WorkspaceID: workspaceID}, r, parts)
}

// addConversions returns the conversions of a query, and adds those of each row
// to the lists. Only clicks on links have any.
func (s *Service) addConversions(ctx context.Context, q Query, lists map[Dimension][]Row) (Converted, error) {
	if s.conversions == nil || q.Subject != LinkClicks || (!q.Count && len(q.Lists) == 0) {
		return Converted{}, nil
	}
	var by []Dimension
	for _, l := range q.Lists {
		if d := l.Dimension.ofClicks(); !slices.Contains(by, d) {
			by = append(by, d)
		}
	}
	converted, err := s.conversions.Converted(ctx, q, by)
	if err != nil {
		return Converted{}, fmt.Errorf("count conversions: %w", err)
	}
	for _, l := range q.Lists {
		byKey := converted[l.Dimension.ofClicks()]
		if l.Dimension.ofLinks() {
			byKey = byMember(l, byKey)
		}
		rows := lists[l.Dimension]
		for i := range rows {
			key := rows[i].Key
			if l.Dimension.Folded() {
				key = strings.ToLower(key)
			}
			rows[i].Converted = byKey[key]
		}
	}
	return converted[""][""], nil
}

// ofClicks returns the dimension of the click that d is derived from.
func (d Dimension) ofClicks() Dimension {
	if d.ofLinks() {
		return Link
	}
	return d
}

// byMember sums the conversions of links by the tags or folders of a list; links
// without one count for "".
func byMember(l List, byLink map[string]Converted) map[string]Converted {
	if len(byLink) == 0 {
		return nil
	}
	links := make(map[uint64]Converted, len(byLink)) // fewer than members
	for id, c := range byLink {
		number, _ := ident.Number(id)
		links[number] = c
	}
	sums := map[string]Converted{}
	add := func(key string, c Converted) {
		sum := sums[key]
		sum.Add(c)
		sums[key] = sum
	}
	has := map[uint64]bool{}
	for _, m := range l.Members {
		if c, converted := links[m.Link]; converted {
			has[m.Link] = true
			add(ident.Text(l.Dimension.IDPrefix(), m.Of), c)
		}
	}
	for link, c := range links {
		if !has[link] {
			add("", c)
		}
	}
	return sums
}
