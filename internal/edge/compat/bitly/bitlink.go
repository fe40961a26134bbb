package bitly

import (
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"

	"linnet/internal/base/fault"
	"linnet/internal/core/access"
	"linnet/internal/core/link"
	"linnet/internal/core/webhost"
	"linnet/internal/edge/compat"
)

// bitlink is a link as Bitly returns it.
type bitlink struct {
	CreatedAt      string            `json:"created_at"`
	ID             string            `json:"id"` // host/alias
	Link           string            `json:"link"`
	LongURL        string            `json:"long_url"`
	Title          string            `json:"title,omitempty"`
	Archived       bool              `json:"archived"`
	CreatedBy      string            `json:"created_by"`
	ClientID       string            `json:"client_id"`
	CustomBitlinks []string          `json:"custom_bitlinks"`
	Tags           []string          `json:"tags"`
	LaunchpadIDs   []string          `json:"launchpad_ids"`
	CampaignIDs    []string          `json:"campaign_ids"`
	QRCodeIDs      []string          `json:"qr_code_ids"`
	Deeplinks      []string          `json:"deeplinks"`
	IsDeleted      bool              `json:"is_deleted"`
	ExpirationAt   string            `json:"expiration_at,omitempty"`
	References     map[string]string `json:"references"`
}

// firstAlias returns the oldest alias of a link. Ids of Bitly do not change: later aliases are custom bitlinks.
func firstAlias(l *link.Link) string { return l.Aliases[len(l.Aliases)-1] }

func idOf(l *link.Link) string { return l.Domain + "/" + firstAlias(l) }

func (a *api) shownOf(c *compat.Call, l *link.Link) bitlink {
	none := []string{}
	out := bitlink{
		CreatedAt:      timestamp(l.CreatedAt),
		ID:             idOf(l),
		Link:           link.ShortURL(a.Scheme, l.Domain, firstAlias(l)),
		LongURL:        l.URL,
		Title:          l.ShownTitle(),
		Archived:       l.Archived,
		CreatedBy:      l.CreatedBy,
		CustomBitlinks: make([]string, 0, len(l.Aliases)-1),
		Tags:           append([]string{}, l.Tags...),
		LaunchpadIDs:   none, CampaignIDs: none, QRCodeIDs: none, Deeplinks: none,
		References: map[string]string{"group": a.address(c, "groups/"+groupOf(c.Actor.WorkspaceID))},
	}
	for _, alias := range l.Aliases[:len(l.Aliases)-1] {
		out.CustomBitlinks = append(out.CustomBitlinks, link.ShortURL(a.Scheme, l.Domain, alias))
	}
	if !l.ExpiresAt.IsZero() {
		out.ExpirationAt = timestamp(l.ExpiresAt)
	}
	return out
}

// answer answers with one bitlink.
func (a *api) answer(w http.ResponseWriter, c *compat.Call, status int, l *link.Link) error {
	return compat.WriteJSON(w, status, a.shownOf(c, l))
}

// scheme is that of a short URL; in a path, its two slashes are one.
var scheme = regexp.MustCompile(`^(?i:https?):/+`)

// find returns the link of an id, which some clients send as a short URL or without a host.
func (a *api) find(c *compat.Call, id string) (l *link.Link, err error) {
	id = scheme.ReplaceAllString(strings.TrimSpace(id), "")
	if strings.Trim(id, "/") == "" {
		return nil, invalid("bitlink_id", "Name the bitlink, such as "+a.OwnHost+"/menu.")
	}
	host, alias, named := strings.Cut(id, "/")
	switch {
	case !named:
		host, alias = "", id
		l, err = a.FindAlias(c, alias)
	case isBitlys(host):
		l, err = a.FindAlias(c, alias)
	default:
		l, err = a.Find(c, id)
	}
	if fault.Is(err, fault.NotFound) && a.isDeleted(c, host, alias) {
		return nil, fault.New(fault.Gone, "This bitlink was deleted.")
	}
	return l, err
}

// maxTombstones is the number of deleted links among which an alias is looked up.
const maxTombstones = 100

// isDeleted reports whether a deleted link of the workspace has an alias.
func (a *api) isDeleted(c *compat.Call, host, alias string) bool {
	page, err := a.Links.Tombstones(c.Context(), c.Actor, alias, maxTombstones, "")
	return err == nil && slices.ContainsFunc(page.Tombstones, func(t link.Tombstone) bool {
		return (isBitlys(host) || t.Domain == webhost.Normal(host)) &&
			slices.ContainsFunc(t.Aliases, func(old string) bool { return strings.EqualFold(old, alias) })
	})
}

// Ends of the paths of what belongs to a bitlink, whose alias may have slashes.
const (
	clicksEnd  = "clicks"
	summaryEnd = "clicks/summary"
	qrEnd      = "qr"
)

// part returns the id in a path, and which part of the bitlink the path names; empty: the bitlink. An alias that ends like
// a part can be named with escaped slashes.
func part(r *http.Request) (id, end string) {
	id = strings.TrimPrefix(r.URL.EscapedPath(), prefix+"bitlinks/")
	ends := []string{summaryEnd, clicksEnd, qrEnd}
	for _, f := range facets() {
		ends = append(ends, f.name)
	}
	for _, named := range ends {
		before, ok := strings.CutSuffix(id, "/"+named)
		// A host alone is no id: this is the alias "clicks".
		if ok && before != "" && (!strings.ContainsAny(before, ".:") || strings.Contains(unescaped(before), "/")) {
			return unescaped(before), named
		}
	}
	return unescaped(id), ""
}

func unescaped(path string) string {
	if text, err := url.PathUnescape(path); err == nil {
		return text
	}
	return path
}

func needsToRead(r *http.Request) (access.Scope, bool) {
	switch _, end := part(r); end {
	case "":
		return access.LinksRead, false
	case qrEnd:
		return access.QRRead, false
	default:
		return access.AnalyticsRead, false
	}
}

func (a *api) read(w http.ResponseWriter, c *compat.Call) error {
	id, end := part(c.Request)
	l, err := a.find(c, id)
	if err != nil {
		return err
	}
	switch end {
	case "":
		return a.answer(w, c, http.StatusOK, l)
	case qrEnd:
		return a.qr(w, c, l)
	case clicksEnd:
		return a.clicks(w, c, l)
	case summaryEnd:
		return a.summary(w, c, l)
	default:
		return a.linkMetrics(w, c, l, end)
	}
}

func (a *api) remove(w http.ResponseWriter, c *compat.Call) error {
	l, err := a.find(c, c.PathValue("id"))
	if err == nil {
		err = a.Links.Delete(c.Context(), c.Actor, l.ID)
	}
	if err != nil {
		return err
	}
	return compat.WriteJSON(w, http.StatusOK, map[string]any{"links_deleted": []map[string]string{{"id": idOf(l)}}})
}

func (a *api) expand(w http.ResponseWriter, c *compat.Call) error {
	var in struct {
		BitlinkID string `json:"bitlink_id"`
	}
	if err := c.Decode(w, &in); err != nil {
		return err
	}
	l, err := a.find(c, in.BitlinkID)
	if err != nil {
		return err
	}
	shown := a.shownOf(c, l)
	return compat.WriteJSON(w, http.StatusOK, map[string]string{
		"created_at": shown.CreatedAt, "link": shown.Link, "id": shown.ID, "long_url": shown.LongURL,
	})
}
