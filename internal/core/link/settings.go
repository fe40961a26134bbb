package link

import (
	"cmp"
	"strings"
	"time"

	"linnet/internal/base/fault"
	"linnet/internal/core/routing"
	"linnet/internal/core/utm"
)

// Settings are the properties of a link that an editor chooses, apart from its
// domain, aliases, password and status. Link, Draft and Snapshot embed them. The
// names in JSON are those of snapshots, of the API, of exports and, in snake case,
// of the columns of links.
type Settings struct {
	URL      string   `json:"url"`
	Title    string   `json:"title"` // empty: the title of the page is shown
	Comments string   `json:"comments"`
	Tags     []string `json:"tags"` // names, sorted
	FolderID string   `json:"folderId"`
	// ExternalID is the id of the link in another system, as it is: empty, or unique among
	// the workspace's links that are not deleted.
	ExternalID string          `json:"externalId,omitempty"`
	Preview    routing.Preview `json:"preview"`

	RedirectStatus   int  `json:"redirectStatus"`
	ForwardQuery     bool `json:"forwardQuery"`
	ForwardPath      bool `json:"forwardPath"`
	Indexable        bool `json:"indexable"`
	TrackConversions bool `json:"trackConversions,omitempty"` // pass the click's id to the destination

	StartsAt    time.Time `json:"startsAt,omitzero"`  // zero: at once
	ExpiresAt   time.Time `json:"expiresAt,omitzero"` // zero: never
	MaxClicks   int64     `json:"maxClicks"`          // 0: no limit
	FallbackURL string    `json:"fallbackUrl"`
	// ExpiresAction is empty in snapshots that are older than the field, which
	// means routing.ExpiresFallback.
	ExpiresAction routing.ExpiresAction `json:"expiresAction,omitempty"`

	UTM   utm.Params       `json:"utm"`
	Rules []routing.Rule   `json:"rules"`
	Split []routing.Branch `json:"split"` // nil: no split
}

// DefaultSettings returns the settings that a new link has unless it is created
// with others.
func DefaultSettings() Settings {
	return Settings{RedirectStatus: 302, ForwardQuery: true, ExpiresAction: routing.ExpiresFallback}
}

// normalize trims the texts, sorts the tags, rounds the times to milliseconds of
// UTC, and replaces zero values that are not valid by the default.
func (s *Settings) normalize() {
	for _, text := range []*string{
		&s.URL, &s.FallbackURL, &s.Title, &s.Comments, &s.ExternalID, &s.Preview.Title, &s.Preview.Description, &s.Preview.Image,
	} {
		*text = strings.TrimSpace(*text)
	}
	s.UTM = s.UTM.TrimSpace()
	s.Tags = normalTags(s.Tags)
	s.StartsAt, s.ExpiresAt = normalTime(s.StartsAt), normalTime(s.ExpiresAt)
	s.RedirectStatus = cmp.Or(s.RedirectStatus, 302)
	s.ExpiresAction = cmp.Or(s.ExpiresAction, routing.ExpiresFallback)
}

// fields returns the settings as the history compares them, in the order of the
// editor. A value is nil where nothing is set.
func (s *Settings) fields() []fieldValue {
	out := []fieldValue{
		{"url", orNil(s.URL)}, {"title", orNil(s.Title)}, {"comments", orNil(s.Comments)},
		{"tags", listOrNil(s.Tags)}, {"folderId", orNil(s.FolderID)}, {"externalId", orNil(s.ExternalID)},
		{"redirectStatus", s.RedirectStatus}, {"forwardQuery", s.ForwardQuery}, {"forwardPath", s.ForwardPath},
		{"indexable", s.Indexable}, {"trackConversions", s.TrackConversions},
		{"startsAt", timeOrNil(s.StartsAt)}, {"expiresAt", timeOrNil(s.ExpiresAt)}, {"maxClicks", orNil(s.MaxClicks)},
		{"fallbackUrl", orNil(s.FallbackURL)}, {"expiresAction", string(cmp.Or(s.ExpiresAction, routing.ExpiresFallback))},
		{"preview.title", orNil(s.Preview.Title)}, {"preview.description", orNil(s.Preview.Description)},
		{"preview.image", orNil(s.Preview.Image)},
	}
	for _, f := range s.UTM.Fields() {
		out = append(out, fieldValue{"utm." + f.Name, orNil(*f.Value)})
	}
	return append(out, fieldValue{"rules", listOrNil(s.Rules)}, fieldValue{"split", listOrNil(s.Split)})
}

// route copies the settings that the redirect needs into t.
func (s *Settings) route(t *routing.Target) {
	t.URL, t.UTM, t.Preview, t.Rules, t.Split = s.URL, s.UTM, s.Preview, s.Rules, s.Split
	t.RedirectStatus, t.ForwardQuery, t.ForwardPath = s.RedirectStatus, s.ForwardQuery, s.ForwardPath
	t.Indexable, t.TrackConversions = s.Indexable, s.TrackConversions
	t.StartsAt, t.ExpiresAt, t.MaxClicks, t.FallbackURL = s.StartsAt, s.ExpiresAt, s.MaxClicks, s.FallbackURL
	t.ExpiresAction = s.ExpiresAction
}

// checkTexts validates the length and the characters of the texts.
func (s *Settings) checkTexts(l *fault.List) {
	for _, text := range []struct {
		field, value string
		limit        int
	}{
		{"title", s.Title, MaxTitle}, {"comments", s.Comments, MaxComments}, {"folderId", s.FolderID, MaxTag},
		{"externalId", s.ExternalID, MaxExternalID},
		{"preview.title", s.Preview.Title, MaxTitle}, {"preview.description", s.Preview.Description, MaxDescription},
	} {
		l.AddErr(text.field, checkText(text.value, text.limit))
	}
	for _, f := range s.UTM.Fields() {
		l.AddErr("utm."+f.Name, checkText(*f.Value, utm.MaxValue))
	}
	if image := s.Preview.Image; image != "" {
		l.AddErr("preview.image", checkImage(image))
	}
}

// checkOptions validates the redirect status and the settings of the schedule.
func (s *Settings) checkOptions(l *fault.List) {
	switch s.RedirectStatus {
	case 301, 302, 307, 308:
	default:
		l.Add("redirectStatus", "The redirect status must be 301, 302, 307 or 308.")
	}
	for _, at := range []struct {
		field string
		value time.Time
	}{{"startsAt", s.StartsAt}, {"expiresAt", s.ExpiresAt}} {
		if !at.value.IsZero() && (at.value.Year() < 1971 || at.value.Year() > 9999) {
			l.Add(at.field, "Choose a time between the years 1971 and 9999.")
		}
	}
	if !s.StartsAt.IsZero() && !s.ExpiresAt.IsZero() && !s.ExpiresAt.After(s.StartsAt) {
		l.Add("expiresAt", "The link must end after it starts. Choose a later end or an earlier start.")
	}
	if s.MaxClicks < 0 {
		l.Add("maxClicks", "The click limit must be at least 1. Omit it for no limit.")
	}
	if !s.ExpiresAction.Valid() {
		l.Add("expiresAction", "The action after expiry must be fallback or page.")
	}
}
