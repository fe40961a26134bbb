package link

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"linnet/internal/base/fault"
	"linnet/internal/core/routing"
	"linnet/internal/core/utm"
)

// Bounds of a link's texts, in characters, and of its tags. They are wide:
// they guard the install, not the marketer.
const (
	MaxTitle       = 300
	MaxComments    = 5_000
	MaxDescription = 1_000
	MaxTag         = 50
	MaxTags        = 50
	MaxUTM         = 500
	MinPassword    = 4 // tries are limited, so that four characters are worth having
	MaxPassword    = 200
)

// MaxRoutingBytes is the most that the rules and the split of one link take as
// JSON. Every version of a link and every answer holds them.
const MaxRoutingBytes = 64 << 10

// Draft is a link as somebody wants it. Zero values are the defaults of
// spec: api.md "Link".
type Draft struct {
	Domain string  // host; empty: the default domain
	Alias  *string // nil: a random one
	URL    string

	Title    string
	Comments string
	Tags     []string // names; missing ones are made
	FolderID string
	Preview  routing.Preview

	RedirectStatus int   // 0: 302
	ForwardQuery   *bool // nil: true
	ForwardPath    bool
	Indexable      bool
	// TrackConversions tells the destination the click's id.
	TrackConversions bool

	StartsAt    time.Time // zero: at once
	ExpiresAt   time.Time // zero: never
	MaxClicks   int64     // 0: no limit
	FallbackURL string
	Password    string // empty: none

	UTM   utm.Params
	Rules []routing.Rule
	Split []routing.Branch // nil: none

	// Unread are parts that did not even have the right shape. They keep the
	// link from being made, and are told together with its other faults.
	Unread []fault.Field
}

// Normalized returns the draft in the form that is judged and kept: addresses
// without the white space around them, aliases in NFC, tags without repeats,
// times in UTC to the millisecond.
func (d Draft) Normalized() Draft {
	if d.Alias != nil {
		alias := NormalAlias(*d.Alias)
		d.Alias = &alias
	}
	if d.RedirectStatus == 0 {
		d.RedirectStatus = 302
	}
	if d.ForwardQuery == nil {
		yes := true
		d.ForwardQuery = &yes
	}
	for _, text := range []*string{
		&d.URL, &d.FallbackURL, &d.Title, &d.Comments, &d.Preview.Title, &d.Preview.Description, &d.Preview.Image,
		&d.UTM.Source, &d.UTM.Medium, &d.UTM.Campaign, &d.UTM.Term, &d.UTM.Content, &d.UTM.Ref,
	} {
		*text = strings.TrimSpace(*text)
	}
	d.Tags = normalTags(d.Tags)
	d.StartsAt, d.ExpiresAt = normalTime(d.StartsAt), normalTime(d.ExpiresAt)
	return d
}

func normalTime(t time.Time) time.Time {
	if t.IsZero() {
		return time.Time{}
	}
	return time.UnixMilli(t.UnixMilli()).UTC()
}

// normalTags sorts the names and drops those that differ in case only.
func normalTags(names []string) []string {
	out := make([]string, 0, len(names))
	seen := make(map[string]bool, len(names))
	for _, name := range names {
		name = strings.TrimSpace(NormalAlias(name))
		if key := routing.Fold(name); !seen[key] {
			seen[key] = true
			out = append(out, name)
		}
	}
	slices.Sort(out)
	return out
}

// Validate returns every faulty field of a normalised draft at once, as one
// Invalid fault. extra are schemes that the operator allows.
func (d Draft) Validate(extra ...string) error {
	var l fault.List
	for _, f := range d.Unread {
		l.Add(f.Field, f.Message)
	}
	if d.Alias != nil {
		l.AddErr("alias", CheckAlias(*d.Alias))
	}
	l.AddErr("url", CheckURL(d.URL, extra))
	d.checkTexts(&l)
	d.checkLife(&l)
	if d.FallbackURL != "" {
		l.AddErr("fallbackUrl", CheckURL(d.FallbackURL, extra))
	}
	l.AddErr("", routing.ValidateRules(d.Rules))
	l.AddErr("", routing.ValidateSplit(d.Split))
	routing.EachURL(d.Rules, d.Split, func(field, url string) { l.AddErr(field, CheckURL(url, extra)) })
	return l.Err()
}

// checkRoutingSize reports rules and a split that exceed MaxRoutingBytes and
// returns the draft without them, so that the checks that follow are bounded.
func (d Draft) checkRoutingSize(l *fault.List) Draft {
	raw, err := json.Marshal(struct {
		Rules []routing.Rule   `json:"rules,omitempty"`
		Split []routing.Branch `json:"split,omitempty"`
	}{d.Rules, d.Split})
	if err == nil && len(raw) <= MaxRoutingBytes {
		return d
	}
	field := "rules"
	if len(d.Rules) == 0 {
		field = "split"
	}
	l.Add(field, fmt.Sprintf("Rules and split take %d KiB; a link holds at most %d KiB of them. Use shorter lists of values or fewer rules.",
		(len(raw)+1023)>>10, MaxRoutingBytes>>10))
	d.Rules, d.Split = nil, nil
	return d
}

func (d Draft) checkTexts(l *fault.List) {
	for _, text := range []struct {
		field, value string
		most         int
	}{
		{"title", d.Title, MaxTitle}, {"comments", d.Comments, MaxComments},
		{"preview.title", d.Preview.Title, MaxTitle}, {"preview.description", d.Preview.Description, MaxDescription},
		{"utm.source", d.UTM.Source, MaxUTM}, {"utm.medium", d.UTM.Medium, MaxUTM}, {"utm.campaign", d.UTM.Campaign, MaxUTM},
		{"utm.term", d.UTM.Term, MaxUTM}, {"utm.content", d.UTM.Content, MaxUTM}, {"utm.ref", d.UTM.Ref, MaxUTM},
		{"password", d.Password, MaxPassword}, {"folderId", d.FolderID, MaxTag},
	} {
		l.AddErr(text.field, checkText(text.value, text.most))
	}
	if d.Password != "" && utf8.RuneCountInString(d.Password) < MinPassword {
		l.Add("password", fmt.Sprintf("A password has at least %d characters.", MinPassword))
	}
	if image := d.Preview.Image; image != "" {
		l.AddErr("preview.image", checkImage(image))
	}
	if len(d.Tags) > MaxTags {
		l.Add("tags", fmt.Sprintf("A link has at most %d tags; this one has %d.", MaxTags, len(d.Tags)))
		return
	}
	for i, tag := range d.Tags {
		field := fmt.Sprintf("tags[%d]", i)
		if tag == "" {
			l.Add(field, "A tag has at least one character.")
		}
		if strings.Contains(tag, ",") {
			l.Add(field, "A tag has no comma: commas part tags in filters.")
		}
		l.AddErr(field, checkText(tag, MaxTag))
	}
}

// checkText bounds a text and refuses what a database or a screen cannot hold.
func checkText(value string, most int) error {
	switch {
	case utf8.RuneCountInString(value) > most:
		return invalid(fmt.Sprintf("At most %d characters; this has %d.", most, utf8.RuneCountInString(value)))
	case !utf8.ValidString(value):
		return invalid("This is not valid UTF-8 text.")
	case strings.ContainsFunc(value, func(r rune) bool { return unicode.IsControl(r) && r != '\n' && r != '\r' && r != '\t' }):
		return invalid("Take the control characters out of this text.")
	}
	return nil
}

func checkImage(address string) error {
	if scheme, _ := Scheme(address); scheme != "https" && scheme != "http" {
		return invalid("The picture's address begins with https://.")
	}
	return CheckURL(address, nil)
}

func (d Draft) checkLife(l *fault.List) {
	switch d.RedirectStatus {
	case 301, 302, 307, 308:
	default:
		l.Add("redirectStatus", "A redirect's status is 301, 302, 307 or 308.")
	}
	for _, at := range []struct {
		field string
		value time.Time
	}{{"startsAt", d.StartsAt}, {"expiresAt", d.ExpiresAt}} {
		if !at.value.IsZero() && (at.value.Year() < 1971 || at.value.Year() > 9999) {
			l.Add(at.field, "Choose a time between the years 1971 and 9999.")
		}
	}
	if !d.StartsAt.IsZero() && !d.ExpiresAt.IsZero() && !d.ExpiresAt.After(d.StartsAt) {
		l.Add("expiresAt", "The link must end after it starts. Choose a later end or an earlier start.")
	}
	if d.MaxClicks < 0 {
		l.Add("maxClicks", "The click limit is at least 1. Leave it out for no limit.")
	}
}
