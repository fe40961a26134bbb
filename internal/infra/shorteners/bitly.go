package shorteners

import (
	"context"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"time"

	"linnet/internal/base/fault"
	"linnet/internal/core/retrieval"
	"linnet/internal/core/transfer"
)

// bitly reads the API of Bitly, version 4: the links of each group. Within a group, the cursor
// is the query of the next page, as Bitly names it. Clicks take a call for each link and are read
// with the history only.
type bitly struct{ client }

// bitlyLink is a link. Its id is its short URL without the scheme.
type bitlyLink struct {
	ID             string
	Link           string
	CustomBitlinks []string `json:"custom_bitlinks"`
	LongURL        string   `json:"long_url"`
	Title          string
	Tags           []string
	Archived       bool
	CreatedAt      string `json:"created_at"`
	ExpirationAt   string `json:"expiration_at"`
}

// bitlyMost is the number of days after which Bitly may cut off a list, its default.
const bitlyMost = 50

// Page implements retrieval.Source.
func (b bitly) Page(ctx context.Context, cursor string) (retrieval.Page, error) {
	if cursor == "" {
		first, err := b.after(ctx, "")
		if err != nil || first == "" {
			return retrieval.Page{}, err
		}
		cursor = first
	}
	at := placeOf(cursor)
	query, err := url.ParseQuery(at.rest)
	if err != nil {
		return retrieval.Page{}, fmt.Errorf("read the cursor of a page of Bitly: %w", err)
	}
	query.Set("archived", "both")
	query.Set("size", "100")
	var answer struct {
		Links      *[]bitlyLink
		Pagination struct{ Next string }
	}
	if err := b.get(ctx, "/v4/groups/"+url.PathEscape(at.part)+"/bitlinks", query, &answer); err != nil {
		return retrieval.Page{}, err
	}
	if answer.Links == nil {
		return retrieval.Page{}, b.notLinks(errNoList)
	}
	var page retrieval.Page
	for _, l := range *answer.Links {
		page.Links = append(page.Links, l.retrieved())
	}
	page.Next, err = b.next(ctx, at.part, answer.Pagination.Next)
	return page, err
}

// next returns the cursor behind a page of a group. The address of the next page must be of the
// host that the key is for.
func (b bitly) next(ctx context.Context, group, address string) (string, error) {
	if address == "" {
		return b.after(ctx, group)
	}
	next, err := url.Parse(address)
	if err != nil {
		return "", b.notLinks(err)
	}
	own, err := url.Parse(b.URL)
	if err != nil {
		return "", errAddress(err)
	}
	if !strings.EqualFold(next.Host, own.Host) {
		message := fmt.Sprintf("%s continues its list at %s. Enter the address of the API itself.", own.Host, next.Host)
		return "", fault.New(fault.Invalid, message).At("url")
	}
	return place{group, next.RawQuery}.String(), nil
}

// after returns the cursor of the group behind one; empty: there is none.
func (b bitly) after(ctx context.Context, group string) (string, error) {
	var answer struct{ Groups *[]struct{ GUID string } }
	if err := b.get(ctx, "/v4/groups", nil, &answer); err != nil {
		return "", err
	}
	if answer.Groups == nil {
		return "", b.notLinks(errNoList)
	}
	var ids []string
	for _, g := range *answer.Groups {
		ids = append(ids, g.GUID)
	}
	return after(group, ids), nil
}

// Visits implements retrieval.Source. The cursor is the day before those that were read.
func (b bitly) Visits(ctx context.Context, l retrieval.Link, cursor string) (retrieval.VisitPage, error) {
	if l.ID == "" {
		return retrieval.VisitPage{}, nil
	}
	query := url.Values{"unit": {"day"}, "units": {"-1"}}
	if cursor != "" {
		query.Set("unit_reference", cursor+"T23:59:59+0000")
	}
	var answer struct {
		LinkClicks []struct {
			Date   string
			Clicks int64
		} `json:"link_clicks"`
	}
	path := (&url.URL{Path: "/v4/bitlinks/" + l.ID + "/clicks"}).EscapedPath() // with the slash of the id as it is
	if err := b.get(ctx, path, query, &answer); err != nil {
		return b.noVisits(err)
	}
	var page retrieval.VisitPage
	oldest := cursor
	for _, c := range answer.LinkClicks {
		at := dateOf(c.Date)
		day := at.Format(time.DateOnly)
		if cursor != "" && day > cursor {
			continue // an API that knows no unit_reference returns the same days again
		}
		page.Visits = append(page.Visits, retrieval.Visits{At: at, Clicks: c.Clicks})
		if before := at.AddDate(0, 0, -1).Format(time.DateOnly); oldest == "" || before < oldest {
			oldest = before
		}
	}
	if len(answer.LinkClicks) == bitlyMost && oldest != cursor {
		page.Next = oldest
	}
	return page, nil
}

// retrieved returns the link under its short URL on a domain of the customer, if it has one.
// Aliases are those of the other short URLs.
func (l bitlyLink) retrieved() retrieval.Link {
	shorts := append(slices.Clone(l.CustomBitlinks), l.Link)
	primary := slices.IndexFunc(shorts, isCustom)
	if primary < 0 {
		primary = len(shorts) - 1
	}
	var aliases []string
	for _, short := range shorts {
		if alias := aliasOf(short); alias != "" && alias != aliasOf(shorts[primary]) && !slices.Contains(aliases, alias) {
			aliases = append(aliases, alias)
		}
	}
	c := cells{}
	c.text(transfer.ShortURL, shorts[primary])
	c.text(transfer.Aliases, strings.Join(aliases, " "))
	c.text(transfer.URL, l.LongURL)
	c.text(transfer.Title, l.Title)
	c.tags(l.Tags, l.Archived)
	c.text(transfer.CreatedAt, l.CreatedAt)
	c.text("expiresAt", l.ExpirationAt)
	return retrieval.Link{ID: l.ID, Cells: c}
}

// isCustom reports whether a short URL is on a domain of the customer.
func isCustom(short string) bool {
	u, err := url.Parse(short)
	return err == nil && u.Host != "" && !slices.Contains([]string{"bit.ly", "j.mp", "bitly.com"}, strings.ToLower(u.Host))
}

// aliasOf returns the alias of a short URL.
func aliasOf(short string) string {
	u, err := url.Parse(short)
	if err != nil {
		return short
	}
	return strings.Trim(u.Path, "/")
}
