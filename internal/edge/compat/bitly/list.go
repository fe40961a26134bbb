package bitly

import (
	"net/http"
	"strconv"
	"time"

	"linnet/internal/core/link"
	"linnet/internal/edge/compat"
)

// Bounds of a page of bitlinks.
const (
	defaultSize = 50
	maxSize     = 100
)

// sizeOf returns the number of items that a call asks for, at most a number.
func sizeOf(c *compat.Call, most int) (int, error) {
	size, err := c.Int("size", defaultSize)
	if err == nil && size < 1 {
		err = invalid("size", "A page has at least one item.")
	}
	return min(size, most), err
}

type pagination struct {
	Next        string `json:"next"` // empty on the last page
	SearchAfter string `json:"search_after"`
	Size        int    `json:"size"`
}

func (a *api) list(w http.ResponseWriter, c *compat.Call) error {
	if err := checkGroup(c, c.PathValue("group")); err != nil {
		return err
	}
	f, err := filterOf(c)
	if err != nil {
		return err
	}
	page, err := a.Links.List(c.Context(), c.Actor, f)
	if err != nil {
		return err
	}
	links := make([]bitlink, len(page.Links))
	for i := range page.Links {
		links[i] = a.shownOf(c, &page.Links[i])
	}
	of := pagination{SearchAfter: page.NextCursor, Size: f.Limit}
	if page.NextCursor != "" {
		query := c.URL.Query()
		query.Set("search_after", page.NextCursor)
		of.Next = a.address(c, "groups/"+c.PathValue("group")+"/bitlinks?"+query.Encode())
	}
	return compat.WriteJSON(w, http.StatusOK, map[string]any{"links": links, "pagination": of})
}

// filterOf returns the links that a list asks for.
func filterOf(c *compat.Call) (f link.Filter, err error) {
	query := c.URL.Query()
	f = link.Filter{Search: query.Get("query"), Tags: query["tags"], Cursor: query.Get("search_after")}
	if err := c.Unsupported("has_expiration", "modified_before", "modified_after", "campaign_guid", "channel_guid", "encoding_login",
		"launchpad_ids", "page"); err != nil {
		return f, err
	}
	if f.Limit, err = sizeOf(c, maxSize); err != nil {
		return f, err
	}
	if f.CreatedFrom, err = unixTime(c, "created_after"); err != nil {
		return f, err
	}
	if f.CreatedBefore, err = unixTime(c, "created_before"); err != nil {
		return f, err
	}
	switch query.Get("archived") {
	case "", "off":
		f.Statuses = []link.Status{link.Active, link.Scheduled, link.Expired, link.Blocked}
	case "on":
		f.Statuses = []link.Status{link.Archived}
	case "both":
	default:
		return f, invalid("archived", "Links are archived on, off or both.")
	}
	switch query.Get("is_expired") {
	case "", "both":
	case "off", "false":
		f.Unended = true
	default:
		return f, invalid("is_expired", "Linnet can leave out the bitlinks that have expired (off), and cannot list them alone.")
	}
	for _, switched := range []string{"custom_bitlink", "deeplinks", "domain_deeplinks"} {
		if value := query.Get(switched); value != "" && value != "both" {
			return f, invalid(switched, "Linnet cannot filter by this parameter. Leave it out.")
		}
	}
	return f, nil
}

// unixTime returns the time of a parameter in seconds; zero: there is none.
func unixTime(c *compat.Call, name string) (time.Time, error) {
	text := c.URL.Query().Get(name)
	if text == "" {
		return time.Time{}, nil
	}
	seconds, err := strconv.ParseInt(text, 10, 64)
	const last = 253_402_300_799 // of the year 9999
	if err != nil || seconds < 0 || seconds > last {
		return time.Time{}, invalid(name, "Enter a time in seconds since 1970.")
	}
	return time.Unix(seconds, 0).UTC(), nil
}
