package httpapi

import (
	"time"

	"linnet/internal/base/fault"
	"linnet/internal/core/link"
	"linnet/internal/core/routing"
	"linnet/internal/core/utm"
	"linnet/internal/edge/apikit"
)

// LinkFields are the fields of a link in a request. An absent field keeps its
// value, or has its default in a new link. Null means "not set".
type LinkFields struct {
	Domain           apikit.Opt[string]                `json:"domain,omitzero" nullable:"true" doc:"The host of a domain; null: defaultDomainId of the workspace."`
	Alias            apikit.Opt[string]                `json:"alias,omitzero" nullable:"true" doc:"1 to 190 letters, digits, emoji and - _ . /; null: 7 random characters. Former aliases continue to work."`
	Title            apikit.Opt[string]                `json:"title,omitzero" nullable:"true"`
	Comments         apikit.Opt[string]                `json:"comments,omitzero" nullable:"true"`
	Tags             apikit.Opt[[]string]              `json:"tags,omitzero" nullable:"true" doc:"Names of tags; tags that do not exist are created."`
	FolderID         apikit.Opt[string]                `json:"folderId,omitzero" nullable:"true"`
	ExternalID       apikit.Opt[string]                `json:"externalId,omitzero" nullable:"true" maxLength:"255" doc:"The id of the link in another system. No two links of a workspace have the same."`
	Preview          apikit.Opt[PreviewInput]          `json:"preview,omitzero" doc:"Replaces the preview."`
	RedirectStatus   apikit.Opt[int]                   `json:"redirectStatus,omitzero" enum:"301,302,307,308" doc:"By default that of the domain."`
	ForwardQuery     apikit.Opt[bool]                  `json:"forwardQuery,omitzero" doc:"True by default."`
	ForwardPath      apikit.Opt[bool]                  `json:"forwardPath,omitzero"`
	Indexable        apikit.Opt[bool]                  `json:"indexable,omitzero"`
	TrackConversions apikit.Opt[bool]                  `json:"trackConversions,omitzero" doc:"True adds the id of the click to the destination, as linnet_click in its query."`
	StartsAt         apikit.Opt[time.Time]             `json:"startsAt,omitzero" nullable:"true"`
	ExpiresAt        apikit.Opt[time.Time]             `json:"expiresAt,omitzero" nullable:"true"`
	MaxClicks        apikit.Opt[int64]                 `json:"maxClicks,omitzero" nullable:"true" minimum:"1" doc:"The link expires after this number of clicks by people. Bots, link previews, prefetches, requests from within a page (images, scripts, fetch) and other methods than GET are not counted."`
	FallbackURL      apikit.Opt[string]                `json:"fallbackUrl,omitzero" nullable:"true"`
	ExpiresAction    apikit.Opt[routing.ExpiresAction] `json:"expiresAction,omitzero" enum:"fallback,page" doc:"The response after the link has expired; fallback by default."`
	Password         apikit.Opt[string]                `json:"password,omitzero" nullable:"true" minLength:"4" doc:"Null removes it. It is never returned."`
	UTM              apikit.Opt[UTMInput]              `json:"utm,omitzero" doc:"Replaces all parameters."`
	Rules            apikit.Opt[[]RuleInput]           `json:"rules,omitzero" nullable:"true" doc:"Replaces all rules. They are evaluated in this order."`
	Split            apikit.Opt[[]routing.Branch]      `json:"split,omitzero" nullable:"true" doc:"2 to 10 branches, whose weights add up to 100. Visitors who match no rule are redirected to a branch instead of the destination; a change of url does not change the branches."`
}

// LinkSettings are the settings of a link in a response. Null means "not set". The rules and the split are in Link.
type LinkSettings struct {
	URL              string     `json:"url" doc:"The destination." example:"https://example.com/"`
	Title            *string    `json:"title"`
	Comments         *string    `json:"comments"`
	Tags             []string   `json:"tags" doc:"Names of tags."`
	FolderID         *string    `json:"folderId"`
	ExternalID       *string    `json:"externalId" doc:"The id of the link in another system."`
	Preview          Preview    `json:"preview" doc:"The preview on social networks; null: that of the destination."`
	RedirectStatus   int        `json:"redirectStatus" enum:"301,302,307,308"`
	ForwardQuery     bool       `json:"forwardQuery" doc:"True adds the query of the short URL to the destination."`
	ForwardPath      bool       `json:"forwardPath" doc:"True appends the path after a wildcard alias to the destination."`
	Indexable        bool       `json:"indexable" doc:"True allows search engines to index the short link."`
	TrackConversions bool       `json:"trackConversions" doc:"True adds the id of the click to the destination, as linnet_click in its query."`
	StartsAt         *time.Time `json:"startsAt"`
	ExpiresAt        *time.Time `json:"expiresAt"`
	MaxClicks        *int64     `json:"maxClicks" minimum:"1" doc:"The link expires after this number of clicks by people."`
	FallbackURL      *string    `json:"fallbackUrl" doc:"The destination after the link has expired."`
	ExpiresAction    string     `json:"expiresAction" enum:"fallback,page" doc:"The response after the link has expired. fallback: the fallback URL, otherwise that of the domain, otherwise the expired page. page: the expired page."`
	UTM              UTM        `json:"utm"`
}

func settingsOf(l *link.Link) LinkSettings {
	out := LinkSettings{
		URL:        l.URL,
		Title:      apikit.TextOrNull(l.ShownTitle()),
		Comments:   apikit.TextOrNull(l.Comments),
		Tags:       apikit.OrEmpty(l.Tags),
		FolderID:   apikit.TextOrNull(l.FolderID),
		ExternalID: apikit.TextOrNull(l.ExternalID),
		Preview: Preview{
			Title:       apikit.TextOrNull(l.Preview.Title),
			Description: apikit.TextOrNull(l.Preview.Description),
			Image:       apikit.TextOrNull(l.Preview.Image),
		},
		RedirectStatus:   l.RedirectStatus,
		ForwardQuery:     l.ForwardQuery,
		ForwardPath:      l.ForwardPath,
		Indexable:        l.Indexable,
		TrackConversions: l.TrackConversions,
		StartsAt:         apikit.TimeOrNull(l.StartsAt),
		ExpiresAt:        apikit.TimeOrNull(l.ExpiresAt),
		FallbackURL:      apikit.TextOrNull(l.FallbackURL),
		ExpiresAction:    string(l.ExpiresAction),
		UTM:              utmOf(l.UTM),
	}
	if l.MaxClicks > 0 {
		out.MaxClicks = &l.MaxClicks
	}
	return out
}

// PreviewInput is the preview of a link on social networks.
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

// RuleInput is a rule in a request. With the id of an existing rule, it keeps
// the statistics of that rule.
type RuleInput struct {
	ID   *string           `json:"id,omitempty" nullable:"true"`
	Name *string           `json:"name,omitempty" nullable:"true"`
	When routing.Condition `json:"when"`
	Then routing.Action    `json:"then"`
}

// CreateLink is the body of a new link.
type CreateLink struct {
	URL string `json:"url" doc:"The destination, stored unchanged; at most 32,000 bytes." example:"https://example.com/"`
	LinkFields
}

// UpdateLink is the body of a partial update.
type UpdateLink struct {
	URL apikit.Opt[string] `json:"url,omitzero" doc:"The destination, stored unchanged; at most 32,000 bytes."`
	LinkFields
	Status apikit.Opt[link.Status] `json:"status,omitzero" enum:"active,archived" doc:"Archives or unarchives the link."`
}

// edit returns the changes to a link that exists.
func (c CreateLink) edit(decodeErrors []fault.Field) link.Edit {
	return UpdateLink{URL: apikit.Opt[string]{Value: c.URL, Named: true}, LinkFields: c.LinkFields}.edit(decodeErrors)
}

// draft returns the link to create.
func (c CreateLink) draft() link.Draft {
	d := link.Draft{Settings: link.DefaultSettings()}
	d.RedirectStatus = 0 // that of the domain
	c.set(&d)
	if c.Alias.Null {
		d.Alias = nil
	}
	d.URL = c.URL
	return d
}

// edit returns the changes to make. Fields that could not be decoded are the
// DecodeErrors of the changed draft.
func (u UpdateLink) edit(decodeErrors []fault.Field) link.Edit {
	return func(d *link.Draft) {
		u.set(d)
		u.URL.SetTo(&d.URL)
		u.Status.SetTo(&d.Status)
		d.DecodeErrors = decodeErrors
	}
}

// set sets the fields that the request has.
func (f LinkFields) set(d *link.Draft) {
	f.Domain.SetTo(&d.Domain)
	f.Title.SetTo(&d.Title)
	f.Comments.SetTo(&d.Comments)
	f.Tags.SetTo(&d.Tags)
	f.FolderID.SetTo(&d.FolderID)
	f.ExternalID.SetTo(&d.ExternalID)
	f.RedirectStatus.SetTo(&d.RedirectStatus)
	f.ForwardPath.SetTo(&d.ForwardPath)
	f.Indexable.SetTo(&d.Indexable)
	f.TrackConversions.SetTo(&d.TrackConversions)
	f.StartsAt.SetTo(&d.StartsAt)
	f.ExpiresAt.SetTo(&d.ExpiresAt)
	f.MaxClicks.SetTo(&d.MaxClicks)
	f.FallbackURL.SetTo(&d.FallbackURL)
	f.ExpiresAction.SetTo(&d.ExpiresAction)
	f.Split.SetTo(&d.Split)
	if f.ForwardQuery.Named {
		d.ForwardQuery = f.ForwardQuery.Value || f.ForwardQuery.Null // null is the default
	}
	if f.Alias.Named {
		d.Alias = &f.Alias.Value
	}
	if f.Password.Named {
		d.Password = &f.Password.Value
	}
	if f.Preview.Named {
		d.Preview = f.Preview.Value.core()
	}
	if f.UTM.Named {
		d.UTM = f.UTM.Value.core()
	}
	if f.Rules.Named {
		d.Rules = ruleInputs(f.Rules.Value)
	}
}

func (p PreviewInput) core() routing.Preview {
	return routing.Preview{Title: apikit.Value(p.Title), Description: apikit.Value(p.Description), Image: apikit.Value(p.Image)}
}

func (u UTMInput) core() utm.Params {
	return utm.Params{
		Source:   apikit.Value(u.Source),
		Medium:   apikit.Value(u.Medium),
		Campaign: apikit.Value(u.Campaign),
		Term:     apikit.Value(u.Term),
		Content:  apikit.Value(u.Content),
		Ref:      apikit.Value(u.Ref),
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
