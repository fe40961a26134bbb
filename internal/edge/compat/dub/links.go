package dub

import (
	"net/http"
	"net/url"
	"strings"

	"linnet/internal/base/fault"
	"linnet/internal/core/analytics"
	"linnet/internal/core/label"
	"linnet/internal/core/link"
	"linnet/internal/core/routing"
	"linnet/internal/core/routing/dubrule"
	"linnet/internal/edge/apikit"
	"linnet/internal/edge/compat"
)

// shown is a link as Dub returns it. What Linnet does not have is null, or has the value that Dub begins with.
type shown struct {
	ID              string            `json:"id"`
	Domain          string            `json:"domain"`
	Key             string            `json:"key"`
	URL             string            `json:"url"`
	TrackConversion bool              `json:"trackConversion"`
	ExternalID      *string           `json:"externalId"`
	TenantID        *string           `json:"tenantId"`
	ProgramID       *string           `json:"programId"`
	PartnerID       *string           `json:"partnerId"`
	Archived        bool              `json:"archived"`
	ExpiresAt       *string           `json:"expiresAt"`
	ExpiredURL      *string           `json:"expiredUrl"`
	DisabledAt      *string           `json:"disabledAt"`
	Password        *string           `json:"password"`
	Proxy           bool              `json:"proxy"`
	Title           *string           `json:"title"`
	Description     *string           `json:"description"`
	Image           *string           `json:"image"`
	Video           *string           `json:"video"`
	Rewrite         bool              `json:"rewrite"`
	DoIndex         bool              `json:"doIndex"`
	IOS             *string           `json:"ios"`
	Android         *string           `json:"android"`
	Geo             map[string]string `json:"geo"`
	PublicStats     bool              `json:"publicStats"`
	Tags            []shownTag        `json:"tags"`
	FolderID        *string           `json:"folderId"`
	Comments        *string           `json:"comments"`
	ShortLink       string            `json:"shortLink"`
	QRCode          string            `json:"qrCode"`
	UTMSource       *string           `json:"utm_source"`
	UTMMedium       *string           `json:"utm_medium"`
	UTMCampaign     *string           `json:"utm_campaign"`
	UTMTerm         *string           `json:"utm_term"`
	UTMContent      *string           `json:"utm_content"`
	TestVariants    []variant         `json:"testVariants"`
	TestStartedAt   *string           `json:"testStartedAt"`
	TestCompletedAt *string           `json:"testCompletedAt"`
	UserID          *string           `json:"userId"`
	WorkspaceID     string            `json:"workspaceId"`
	ProjectID       string            `json:"projectId"` // the former name of workspaceId
	Clicks          int64             `json:"clicks"`
	outcomes
	Conversions int64    `json:"conversions"`
	LastClicked *string  `json:"lastClicked"`
	CreatedAt   string   `json:"createdAt"`
	UpdatedAt   string   `json:"updatedAt"`
	TagID       *string  `json:"tagId"` // the first one
	WebhookIDs  []string `json:"webhookIds"`
}

// variant is a destination of a test.
type variant struct {
	URL        string `json:"url"`
	Percentage int    `json:"percentage"`
}

// outcomes are what visitors did after their clicks.
type outcomes struct {
	Leads      int64 `json:"leads"`
	Sales      int64 `json:"sales"`
	SaleAmount int64 `json:"saleAmount"` // in US cents
}

// usDollar is the currency of amounts in Dub. Linnet converts none, so that only sales in it have an amount.
const usDollar = "USD"

func outcomesOf(c analytics.Converted) outcomes {
	out := outcomes{Leads: c.Leads, Sales: c.Sales}
	for _, sum := range c.Amounts {
		if sum.Currency == usDollar {
			out.SaleAmount = sum.Amount
		}
	}
	return out
}

func (a *api) shownOf(l *link.Link, tags []label.Label, did analytics.Converted) shown {
	targets, utm := dubrule.Of(l.Rules, l.Split), l.UTM.Effective(l.URL)
	out := shown{
		ID:              l.ID,
		Domain:          l.Domain,
		Key:             l.Alias(),
		URL:             l.URL,
		TrackConversion: l.TrackConversions,
		ExternalID:      apikit.TextOrNull(l.ExternalID),
		Archived:        l.Archived,
		ExpiresAt:       timeOrNull(l.ExpiresAt),
		ExpiredURL:      apikit.TextOrNull(l.FallbackURL),
		Proxy:           l.Preview != routing.Preview{},
		Title:           apikit.TextOrNull(l.Preview.Title),
		Description:     apikit.TextOrNull(l.Preview.Description),
		Image:           apikit.TextOrNull(l.Preview.Image),
		DoIndex:         l.Indexable,
		IOS:             apikit.TextOrNull(targets.IOS),
		Android:         apikit.TextOrNull(targets.Android),
		Geo:             targets.Geo,
		Tags:            tagsNamed(l.Tags, tags),
		FolderID:        apikit.TextOrNull(l.FolderID),
		Comments:        apikit.TextOrNull(l.Comments),
		ShortLink:       link.ShortURL(a.Scheme, l.Domain, l.Alias()),
		UTMSource:       apikit.TextOrNull(utm.Source),
		UTMMedium:       apikit.TextOrNull(utm.Medium),
		UTMCampaign:     apikit.TextOrNull(utm.Campaign),
		UTMTerm:         apikit.TextOrNull(utm.Term),
		UTMContent:      apikit.TextOrNull(utm.Content),
		TestStartedAt:   timeOrNull(targets.Test.StartedAt),
		TestCompletedAt: timeOrNull(targets.Test.CompletedAt),
		UserID:          apikit.TextOrNull(l.CreatedBy),
		WorkspaceID:     l.WorkspaceID,
		ProjectID:       l.WorkspaceID,
		Clicks:          l.ClickCount,
		outcomes:        outcomesOf(did),
		Conversions:     did.Leads,
		LastClicked:     timeOrNull(l.LastClickedAt),
		CreatedAt:       timestamp(l.CreatedAt),
		UpdatedAt:       timestamp(l.UpdatedAt),
		WebhookIDs:      []string{},
	}
	if out.Title == nil {
		out.Title = apikit.TextOrNull(l.ShownTitle())
	}
	if l.Blocked {
		out.DisabledAt = &out.UpdatedAt
	}
	for _, branch := range targets.Test.Variants {
		out.TestVariants = append(out.TestVariants, variant{branch.URL, branch.Weight})
	}
	if len(out.Tags) > 0 {
		out.TagID = &out.Tags[0].ID
	}
	code := url.URL{Scheme: a.Scheme, Host: a.OwnHost, Path: prefix + "/qr"}
	code.RawQuery = url.Values{"url": {link.ScanURL(a.Scheme, l.Domain, l.Alias())}}.Encode()
	out.QRCode = code.String()
	return out
}

// shown returns links as Dub does.
func (a *api) shown(c *compat.Call, links []link.Link) ([]shown, error) {
	out := make([]shown, len(links))
	did, err := a.converted(c, links)
	if err != nil {
		return nil, err
	}
	var tags []label.Label
	for i := range links {
		if len(links[i].Tags) > 0 && tags == nil {
			if tags, err = a.labels(c, label.Tag, label.Query{}); err != nil {
				return nil, err
			}
		}
		out[i] = a.shownOf(&links[i], tags, did[links[i].ID])
	}
	return out, nil
}

// converted returns the conversions of all time of links, by link.
func (a *api) converted(c *compat.Call, links []link.Link) (map[string]analytics.Converted, error) {
	var ids []string
	for i := range links {
		if links[i].ClickCount > 0 {
			ids = append(ids, links[i].ID)
		}
	}
	if len(ids) == 0 {
		return nil, nil
	}
	report, err := a.Analytics.Report(c.Context(), c.Actor, analytics.Request{
		Period:  analytics.Period{Interval: analytics.AllTime},
		Filters: []analytics.Filter{{Dimension: analytics.Link, Values: ids}},
		GroupBy: []analytics.Dimension{analytics.Link},
		Limit:   analytics.MaxLimit,
	}, analytics.Parts{})
	if err != nil {
		return nil, err
	}
	did := make(map[string]analytics.Converted, len(ids))
	for _, row := range report.Lists[analytics.Link] {
		did[row.Key] = row.Converted
	}
	return did, nil
}

// answer answers with one link.
func (a *api) answer(w http.ResponseWriter, c *compat.Call, l *link.Link) error {
	links, err := a.shown(c, []link.Link{*l})
	if err != nil {
		return err
	}
	return compat.WriteJSON(w, http.StatusOK, links[0])
}

// external begins an id that is the client's own.
const external = "ext_"

func errNoLink() error { return fault.New(fault.NotFound, "There is no link with this id.") }

// find returns the link with an id, or with an external id that external begins.
func (a *api) find(c *compat.Call, id string) (*link.Link, error) {
	own, isExternal := strings.CutPrefix(id, external)
	if !isExternal {
		l, err := a.Links.Get(c.Context(), c.Actor, id)
		if fault.Is(err, fault.NotFound) {
			err = errNoLink()
		}
		return l, err
	}
	return a.findExternal(c, own)
}

// findExternal returns the link with an external id.
func (a *api) findExternal(c *compat.Call, id string) (*link.Link, error) {
	if id = strings.TrimSpace(id); id == "" {
		return nil, errNoLink()
	}
	page, err := a.Links.List(c.Context(), c.Actor, link.Filter{ExternalID: id, Limit: 1})
	if err != nil {
		return nil, err
	}
	if len(page.Links) == 0 {
		return nil, errNoLink()
	}
	return &page.Links[0], nil
}

func (a *api) getLink(w http.ResponseWriter, c *compat.Call) error {
	l, err := a.find(c, c.PathValue("id"))
	if err != nil {
		return err
	}
	return a.answer(w, c, l)
}

func (a *api) linkInfo(w http.ResponseWriter, c *compat.Call) error {
	query := c.URL.Query()
	l, err := a.named(c, query.Get("linkId"), query.Get("externalId"), query.Get("domain"), query.Get("key"))
	if err != nil {
		return err
	}
	if l == nil {
		return unsupported("linkId", "Send linkId, externalId, or domain and key.")
	}
	return a.answer(w, c, l)
}

// named returns the link that parameters name; nil: they name none.
func (a *api) named(c *compat.Call, id, externalID, domain, key string) (*link.Link, error) {
	switch {
	case id != "":
		return a.find(c, id)
	case externalID != "":
		return a.findExternal(c, strings.TrimPrefix(externalID, external))
	case domain != "" && key != "":
		l, err := a.Links.Lookup(c.Context(), c.Actor, domain, key)
		if fault.Is(err, fault.NotFound) {
			err = errNoLink()
		}
		return l, err
	}
	return nil, nil //nolint:nilnil // as documented
}

func (a *api) deleteLink(w http.ResponseWriter, c *compat.Call) error {
	l, err := a.find(c, c.PathValue("id"))
	if err == nil {
		err = a.Links.Delete(c.Context(), c.Actor, l.ID)
	}
	if err != nil {
		return err
	}
	return deleted(w, "id", l.ID)
}

func (a *api) createLink(w http.ResponseWriter, c *compat.Call) error {
	var in input
	if err := c.Decode(w, &in); err != nil {
		return err
	}
	l, err := a.made(c, &in, &resolver{api: a, call: c})
	if err != nil {
		return err
	}
	return a.answer(w, c, l)
}

// made creates the link of a request.
func (a *api) made(c *compat.Call, in *input, r *resolver) (*link.Link, error) {
	d, err := in.draft(r)
	if err != nil {
		return nil, err
	}
	prefix, err := in.prefix()
	if err != nil {
		return nil, err
	}
	var l *link.Link
	if d.Alias != nil {
		l, err = a.Links.Create(c.Context(), c.Actor, d)
	} else {
		l, err = a.CreateRandom(c, d, prefix, in.KeyLength.Value)
	}
	return l, forbiddenDomain(err)
}

// forbiddenDomain returns an error of a domain that the workspace cannot use as Forbidden, and others as they are.
func forbiddenDomain(err error) error {
	if !fault.Is(err, fault.Invalid) || !fault.Names(err, "domain") {
		return err
	}
	return fault.New(fault.Forbidden, "This workspace has no such domain, or it is not verified. Choose one of its own, or leave it out.").At("domain")
}

func (a *api) updateLink(w http.ResponseWriter, c *compat.Call) error {
	l, err := a.find(c, c.PathValue("id"))
	if err != nil {
		return err
	}
	var in input
	if err := c.Decode(w, &in); err != nil {
		return err
	}
	edit, err := in.edit(&resolver{api: a, call: c})
	if err != nil {
		return err
	}
	changed, err := a.Links.Update(c.Context(), c.Actor, l.ID, nil, edit)
	if err != nil {
		return err
	}
	return a.answer(w, c, changed)
}

func (a *api) upsertLink(w http.ResponseWriter, c *compat.Call) error {
	var in input
	if err := c.Decode(w, &in); err != nil {
		return err
	}
	r := &resolver{api: a, call: c}
	d, err := in.draft(r)
	if err != nil {
		return err
	}
	edit, err := in.edit(r)
	if err != nil {
		return err
	}
	if in.Domain.Value == "" && d.ExternalID == "" {
		if err := a.setDomain(c, &d); err != nil {
			return err
		}
	}
	if d.Alias == nil && (in.Prefix.Value != "" || in.KeyLength.Value != 0) {
		return unsupported("prefix", "Linnet cannot upsert a link with prefix or keyLength. Send a key, or leave them out.")
	}
	l, _, err := a.Links.Upsert(c.Context(), c.Actor, d, edit)
	if err != nil {
		return forbiddenDomain(err)
	}
	return a.answer(w, c, l)
}

// setDomain sets the domain of a draft without one to that of the newest link with its destination, if there is one.
func (a *api) setDomain(c *compat.Call, d *link.Draft) error {
	wanted := d.Normalized()
	if wanted.URL == "" {
		return nil // the creation says why
	}
	page, err := a.Links.List(c.Context(), c.Actor, link.Filter{URL: wanted.URL, Limit: maxPage})
	if err != nil {
		return err
	}
	for i := range page.Links {
		l := &page.Links[i]
		if d.Alias == nil || l.FoldAlias(l.Alias()) == l.FoldAlias(*wanted.Alias) {
			d.Domain = l.Domain
			return nil
		}
	}
	return nil
}
