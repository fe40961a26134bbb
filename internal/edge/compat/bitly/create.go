package bitly

import (
	"net/http"
	"slices"
	"strings"
	"time"

	"linnet/internal/base/clock"
	"linnet/internal/base/fault"
	"linnet/internal/core/domain"
	"linnet/internal/core/link"
	"linnet/internal/core/webhost"
	"linnet/internal/edge/compat"
)

// input are the fields of a new bitlink, or of a back-half for one.
type input struct {
	LongURL      string   `json:"long_url"`
	Domain       string   `json:"domain"`
	GroupGUID    string   `json:"group_guid"`
	Title        string   `json:"title"`
	Tags         []string `json:"tags"`
	Keyword      string   `json:"keyword"`
	ExpirationAt string   `json:"expiration_at"`
	BitlinkID    string   `json:"bitlink_id"` // the bitlink that gets the back-half Keyword
}

// shorten returns the bitlink of a destination, and creates it if the workspace has none on the domain.
func (a *api) shorten(w http.ResponseWriter, c *compat.Call) error {
	var in input
	if err := c.Decode(w, &in); err != nil {
		return err
	}
	in.Keyword, in.ExpirationAt = "", "" // are no fields of this endpoint
	return a.findOrCreate(w, c, &in, func(*link.Link, *link.Draft) bool { return true })
}

// create creates a bitlink, unless there is one that is equal in all fields, or gives one another back-half.
func (a *api) create(w http.ResponseWriter, c *compat.Call) error {
	var in input
	if err := c.Decode(w, &in); err != nil {
		return err
	}
	if in.BitlinkID == "" {
		return a.findOrCreate(w, c, &in, equal)
	}
	if in.Keyword == "" {
		return invalid("keyword", "Name the back-half.")
	}
	l, err := a.find(c, in.BitlinkID)
	if err == nil {
		l, err = a.rename(c, l, in.Keyword)
	}
	if err != nil {
		return err
	}
	return a.answer(w, c, http.StatusOK, l)
}

// equal reports whether a link has all fields of a normalized draft.
func equal(l *link.Link, d *link.Draft) bool {
	return l.Title == d.Title && slices.Equal(l.Tags, d.Tags) && l.ExpiresAt.Equal(d.ExpiresAt) &&
		(d.Alias == nil || slices.ContainsFunc(l.Aliases, func(alias string) bool { return l.FoldAlias(alias) == l.FoldAlias(*d.Alias) }))
}

// findOrCreate answers with the newest link with the destination that leads every visitor there and fits, or creates one.
func (a *api) findOrCreate(w http.ResponseWriter, c *compat.Call, in *input, fits func(*link.Link, *link.Draft) bool) error {
	d, err := a.draft(c, in)
	if err != nil {
		return err
	}
	wanted := d.Normalized()
	existing, err := a.Existing(c, d, func(l *link.Link) bool {
		lasting := *l
		if l.ExpiresAt.Equal(wanted.ExpiresAt) {
			lasting.ExpiresAt = time.Time{}
		}
		return compat.OpenToAll(&lasting) && fits(l, &wanted)
	})
	if err != nil {
		return err
	}
	if existing != nil {
		return a.answer(w, c, http.StatusOK, existing)
	}
	made, err := a.Links.Create(c.Context(), c.Actor, d)
	if err != nil {
		return err
	}
	return a.answer(w, c, http.StatusCreated, made)
}

// draft returns the link that a request describes.
func (a *api) draft(c *compat.Call, in *input) (link.Draft, error) {
	d := link.Draft{Settings: link.DefaultSettings()}
	if err := checkGroup(c, in.GroupGUID); err != nil {
		return d, err
	}
	on, err := a.domain(c, in.Domain)
	if err != nil {
		return d, err
	}
	d.Domain, d.URL, d.Title, d.Tags = on.Host, strings.TrimSpace(in.LongURL), in.Title, in.Tags
	if d.ExpiresAt, err = expiration(in.ExpirationAt); err != nil {
		return d, err
	}
	if in.Keyword != "" {
		d.Alias = &in.Keyword
	}
	return d, a.checkDestination(c, d.URL)
}

// domain returns the domain of a request. Bitly's own hosts name that of the call.
func (a *api) domain(c *compat.Call, name string) (domain.Domain, error) {
	if isBitlys(name) {
		name = c.Domain
	}
	on, err := a.Domains.Usable(c.Context(), c.Actor.WorkspaceID, name)
	switch {
	case domain.IsPending(err):
		return on, &problem{
			status: http.StatusExpectationFailed, message: "EXPECTATION_FAILED", code: "DNS_CONFIGURATION_ERROR", description: fault.Sentence(err),
		}
	case fault.Is(err, fault.NotFound):
		return on, invalid("domain", fault.Sentence(err))
	}
	return on, err
}

// checkDestination rejects short URLs of this install. Links reports everything else that is wrong with a destination.
func (a *api) checkDestination(c *compat.Call, address string) error {
	if !a.IsOurs(c.Context(), address) {
		return nil
	}
	const text = "This address is a short link of this server. Enter the page that it leads to."
	return &problem{
		status: http.StatusBadRequest, message: "ALREADY_A_BITLY_LINK", description: text,
		errors: []fieldError{{"long_url", "invalid", text}},
	}
}

// expiration returns the time of a request; zero for none.
func expiration(text string) (time.Time, error) {
	if text == "" {
		return time.Time{}, nil
	}
	at, ok := clock.ParseLoose(text)
	if !ok {
		return at, invalid("expiration_at", "Enter a time such as 2026-12-31T12:00:00+0000.")
	}
	return at, nil
}

// addBackHalf gives a bitlink another back-half.
func (a *api) addBackHalf(w http.ResponseWriter, c *compat.Call) error {
	var in struct {
		BitlinkID     string `json:"bitlink_id"`
		CustomBitlink string `json:"custom_bitlink"`
	}
	if err := c.Decode(w, &in); err != nil {
		return err
	}
	host, alias, ok := strings.Cut(scheme.ReplaceAllString(strings.TrimSpace(in.CustomBitlink), ""), "/")
	if !ok || alias == "" {
		return invalid("custom_bitlink", "Name the host and the back-half, such as "+a.OwnHost+"/menu.")
	}
	l, err := a.find(c, in.BitlinkID)
	if err != nil {
		return err
	}
	if !isBitlys(host) && webhost.Normal(host) != l.Domain {
		return invalid("custom_bitlink", "The back-halves of a bitlink are on its domain, which is "+l.Domain+".")
	}
	renamed, err := a.rename(c, l, alias)
	if err != nil {
		return err
	}
	return compat.WriteJSON(w, http.StatusOK, map[string]any{
		"custom_bitlink": l.Domain + "/" + renamed.Alias(), "bitlink": a.shownOf(c, renamed),
	})
}

// rename makes an alias the primary one of a link, which keeps the others.
func (a *api) rename(c *compat.Call, l *link.Link, alias string) (*link.Link, error) {
	return a.Links.Update(c.Context(), c.Actor, l.ID, nil, func(d *link.Draft) { d.Alias = &alias })
}
