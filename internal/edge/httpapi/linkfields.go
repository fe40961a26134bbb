package httpapi

import (
	"time"

	"linnet/internal/core/link"
	"linnet/internal/core/routing"
	"linnet/internal/core/utm"
	"linnet/internal/edge/apikit"
)

// LinkFields is what a link may be given, at its creation and later. Absent
// means "as it is" (or the default), null "not set".
type LinkFields struct {
	Domain           apikit.Opt[string]           `json:"domain,omitzero" nullable:"true" doc:"A host; null is the default domain."`
	Alias            apikit.Opt[string]           `json:"alias,omitzero" nullable:"true" doc:"1 to 190 letters, digits, emoji and - _ . /; null draws 7 random characters. A change keeps the old one working."`
	Title            apikit.Opt[string]           `json:"title,omitzero" nullable:"true"`
	Comments         apikit.Opt[string]           `json:"comments,omitzero" nullable:"true"`
	Tags             apikit.Opt[[]string]         `json:"tags,omitzero" nullable:"true" doc:"Names; unknown ones are made."`
	FolderID         apikit.Opt[string]           `json:"folderId,omitzero" nullable:"true"`
	Preview          apikit.Opt[PreviewInput]     `json:"preview,omitzero" doc:"Replaced as a whole."`
	RedirectStatus   apikit.Opt[int]              `json:"redirectStatus,omitzero" enum:"301,302,307,308" doc:"302 unless said otherwise."`
	ForwardQuery     apikit.Opt[bool]             `json:"forwardQuery,omitzero" doc:"true unless said otherwise."`
	ForwardPath      apikit.Opt[bool]             `json:"forwardPath,omitzero"`
	Indexable        apikit.Opt[bool]             `json:"indexable,omitzero"`
	TrackConversions apikit.Opt[bool]             `json:"trackConversions,omitzero" doc:"Tell the destination the click's id, as linnet_click in its query."`
	StartsAt         apikit.Opt[time.Time]        `json:"startsAt,omitzero" nullable:"true"`
	ExpiresAt        apikit.Opt[time.Time]        `json:"expiresAt,omitzero" nullable:"true"`
	MaxClicks        apikit.Opt[int64]            `json:"maxClicks,omitzero" nullable:"true" minimum:"1" doc:"Clicks by people; bots, link previews, prefetches and HEAD are not counted."`
	FallbackURL      apikit.Opt[string]           `json:"fallbackUrl,omitzero" nullable:"true"`
	ExpiresAction    apikit.Opt[string]           `json:"expiresAction,omitzero" enum:"fallback,page" doc:"What visitors get when the link has ended. The default is fallback."`
	Password         apikit.Opt[string]           `json:"password,omitzero" nullable:"true" minLength:"4" doc:"null takes it away. It never comes out again."`
	UTM              apikit.Opt[UTMInput]         `json:"utm,omitzero" doc:"Replaced as a whole."`
	Rules            apikit.Opt[[]RuleInput]      `json:"rules,omitzero" nullable:"true" doc:"Replaced as a whole, in this order."`
	Split            apikit.Opt[[]routing.Branch] `json:"split,omitzero" nullable:"true" doc:"2 to 10 whose weights add to 100."`
}

// LinkSettings are the settings of a link as clients see them. Null means "not
// set". The rules and the split are in Link.
type LinkSettings struct {
	URL              string     `json:"url" doc:"The destination, byte for byte." example:"https://example.com/"`
	Title            *string    `json:"title"`
	Comments         *string    `json:"comments"`
	Tags             []string   `json:"tags" doc:"Names."`
	FolderID         *string    `json:"folderId"`
	Preview          Preview    `json:"preview" doc:"What social networks show; null parts are the destination's own."`
	RedirectStatus   int        `json:"redirectStatus" enum:"301,302,307,308"`
	ForwardQuery     bool       `json:"forwardQuery" doc:"The visitor's query is merged into the destination."`
	ForwardPath      bool       `json:"forwardPath" doc:"The rest of the path behind a wildcard is appended."`
	Indexable        bool       `json:"indexable" doc:"Search engines may list the short link."`
	TrackConversions bool       `json:"trackConversions" doc:"The destination learns the click's id, as linnet_click in its query."`
	StartsAt         *time.Time `json:"startsAt"`
	ExpiresAt        *time.Time `json:"expiresAt"`
	MaxClicks        *int64     `json:"maxClicks" minimum:"1" doc:"The link ends after this many clicks by people."`
	FallbackURL      *string    `json:"fallbackUrl" doc:"Where visitors go when the link has ended."`
	ExpiresAction    string     `json:"expiresAction" enum:"fallback,page" doc:"What visitors get when the link has ended: fallback is the fallback URL, else that of the domain, else the expired page; page is always the expired page."`
	UTM              UTM        `json:"utm"`
}

func settingsOf(l *link.Link) LinkSettings {
	out := LinkSettings{
		URL: l.URL, Title: apikit.TextOrNull(l.ShownTitle()), Comments: apikit.TextOrNull(l.Comments), Tags: apikit.OrEmpty(l.Tags), FolderID: apikit.TextOrNull(l.FolderID),
		Preview:        Preview{Title: apikit.TextOrNull(l.Preview.Title), Description: apikit.TextOrNull(l.Preview.Description), Image: apikit.TextOrNull(l.Preview.Image)},
		RedirectStatus: l.RedirectStatus, ForwardQuery: l.ForwardQuery, ForwardPath: l.ForwardPath, Indexable: l.Indexable, TrackConversions: l.TrackConversions,
		StartsAt: apikit.TimeOrNull(l.StartsAt), ExpiresAt: apikit.TimeOrNull(l.ExpiresAt), FallbackURL: apikit.TextOrNull(l.FallbackURL), ExpiresAction: string(l.ExpiresAction), UTM: utmOf(l.UTM),
	}
	if l.MaxClicks > 0 {
		out.MaxClicks = &l.MaxClicks
	}
	return out
}

// PreviewInput is a link's own card on social networks.
type PreviewInput struct {
	Title       *string `json:"title,omitempty" nullable:"true"`
	Description *string `json:"description,omitempty" nullable:"true"`
	Image       *string `json:"image,omitempty" nullable:"true"`
}

// UTMInput holds campaign parameters.
type UTMInput struct {
	Source   *string `json:"source,omitempty" nullable:"true"`
	Medium   *string `json:"medium,omitempty" nullable:"true"`
	Campaign *string `json:"campaign,omitempty" nullable:"true"`
	Term     *string `json:"term,omitempty" nullable:"true"`
	Content  *string `json:"content,omitempty" nullable:"true"`
	Ref      *string `json:"ref,omitempty" nullable:"true"`
}

// RuleInput is a rule that is given to a link. With the id of one of its rules
// the statistics go on.
type RuleInput struct {
	ID   *string           `json:"id,omitempty" nullable:"true"`
	Name *string           `json:"name,omitempty" nullable:"true"`
	When routing.Condition `json:"when"`
	Then routing.Action    `json:"then"`
}

// CreateLink is the body that makes a link.
type CreateLink struct {
	URL string `json:"url" doc:"The destination, kept byte for byte; at most 32,000 bytes." example:"https://example.com/"`
	LinkFields
}

// UpdateLink is the body that changes what it names.
type UpdateLink struct {
	URL apikit.Opt[string] `json:"url,omitzero" doc:"The destination, kept byte for byte; at most 32,000 bytes."`
	LinkFields
	Status apikit.Opt[string] `json:"status,omitzero" enum:"active,archived" doc:"Archive a link, or bring it back."`
}

// draft returns the link to create.
func (c CreateLink) draft() link.Draft {
	p := c.patch()
	d := link.Draft{Settings: link.DefaultSettings(), Domain: p.Domain.Value, Password: p.Password.Value}
	p.ApplyTo(&d.Settings)
	d.URL = c.URL
	if c.Alias.Named && !c.Alias.Null {
		d.Alias = &c.Alias.Value
	}
	return d
}

// patch returns the changes to make.
func (u UpdateLink) patch() link.Patch {
	p := u.LinkFields.patch()
	p.URL = set(u.URL)
	p.Status = link.Set[link.Status]{Named: u.Status.Named, Value: link.Status(u.Status.Value)}
	return p
}

func (f LinkFields) patch() link.Patch {
	return link.Patch{
		Domain: set(f.Domain), Alias: set(f.Alias), Title: set(f.Title), Comments: set(f.Comments), Tags: set(f.Tags), FolderID: set(f.FolderID),
		RedirectStatus: set(f.RedirectStatus), ForwardPath: set(f.ForwardPath), Indexable: set(f.Indexable), TrackConversions: set(f.TrackConversions),
		ForwardQuery: link.Set[bool]{Named: f.ForwardQuery.Named, Value: f.ForwardQuery.Value || f.ForwardQuery.Null},
		StartsAt:     set(f.StartsAt), ExpiresAt: set(f.ExpiresAt), MaxClicks: set(f.MaxClicks),
		ExpiresAction: link.Set[routing.ExpiresAction]{Named: f.ExpiresAction.Named, Value: routing.ExpiresAction(f.ExpiresAction.Value)},
		FallbackURL:   set(f.FallbackURL), Password: set(f.Password), Split: set(f.Split),
		Preview: link.Set[routing.Preview]{Named: f.Preview.Named, Value: f.Preview.Value.core()},
		UTM:     link.Set[utm.Params]{Named: f.UTM.Named, Value: f.UTM.Value.core()},
		Rules:   link.Set[[]routing.Rule]{Named: f.Rules.Named, Value: ruleInputs(f.Rules.Value)},
	}
}

func set[T any](o apikit.Opt[T]) link.Set[T] { return link.Set[T]{Named: o.Named, Value: o.Value} }

func (p PreviewInput) core() routing.Preview {
	return routing.Preview{Title: apikit.Value(p.Title), Description: apikit.Value(p.Description), Image: apikit.Value(p.Image)}
}

func (u UTMInput) core() utm.Params {
	return utm.Params{
		Source: apikit.Value(u.Source), Medium: apikit.Value(u.Medium), Campaign: apikit.Value(u.Campaign),
		Term: apikit.Value(u.Term), Content: apikit.Value(u.Content), Ref: apikit.Value(u.Ref),
	}
}

func ruleInputs(list []RuleInput) []routing.Rule {
	if len(list) == 0 {
		return nil
	}
	return apikit.Map(list, func(r RuleInput) routing.Rule {
		return routing.Rule{ID: apikit.Value(r.ID), Name: apikit.Value(r.Name), When: r.When, Then: r.Then}
	})
}
