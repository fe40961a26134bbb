// Package analytics answers queries about clicks: how many clicks and unique
// visitors there were, when, and by which properties. The Service resolves
// requests of members and shared pages to a Query; an Engine counts.
//
// Charts use one time zone, the workspace's or that of the viewer's device, never the
// visitor's: the zone of a country is ambiguous in large ones, that of a city needs the
// operator's file of cities, and a redirect runs no script that could ask the browser.
package analytics

import (
	"cmp"
	"strings"

	"linnet/internal/base/ident"
	"linnet/internal/core/click"
	"linnet/internal/core/visitor"
	"linnet/internal/core/webhost"
)

// Dimension is a property by which clicks are grouped and filtered.
type Dimension string

// The dimensions.
const (
	Link        Dimension = "link"
	Domain      Dimension = "domain"
	Rule        Dimension = "rule"
	Tag         Dimension = "tag"
	Folder      Dimension = "folder"
	Alias       Dimension = "alias"
	URL         Dimension = "url"
	Trigger     Dimension = "trigger"
	Country     Dimension = "country"
	Region      Dimension = "region"
	City        Dimension = "city"
	Continent   Dimension = "continent"
	Language    Dimension = "language"
	OS          Dimension = "os"
	Browser     Dimension = "browser"
	InApp       Dimension = "inAppBrowser"
	Device      Dimension = "device"
	Referrer    Dimension = "referrer"
	ReferrerURL Dimension = "referrerUrl"
	UTMSource   Dimension = "utmSource"
	UTMMedium   Dimension = "utmMedium"
	UTMCampaign Dimension = "utmCampaign"
	UTMTerm     Dimension = "utmTerm"
	UTMContent  Dimension = "utmContent"
	BotReason   Dimension = "botReason"
	Variant     Dimension = "variant" // the branch of a split, as configured
	QRCode      Dimension = "qrCode"  // the saved QR code that was scanned
	Page        Dimension = "page"    // the bio page that was viewed, or that the click was followed from
	Block       Dimension = "block"   // the block of the page
	Outcome     Dimension = "outcome" // see Subject.Outcomes
)

// dimension describes a Dimension. Exactly one of text and id is set, except for
// properties of the link (tags and folders), which have neither.
type dimension struct {
	name   Dimension
	text   func(*click.Click) *string // the field of a click
	id     func(*click.Click) *uint64 // likewise
	prefix string                     // of the ids that are its keys; "": the keys are texts

	column  string              // of the click store; "": the name in lower case
	param   string              // of filters in the API; "": the name
	public  bool                // available on shared pages
	folded  bool                // compared case-insensitively, stored as received
	respell func(string) string // spells a filter's value as clicks do; nil: unchanged
	label   bool                // clicks have click.Label of the text; older ones have it as received
}

// table describes every dimension. The order is that of API documents and of
// the columns of the click store: append new dimensions at the end.
func table() []dimension {
	upper, lower, host := strings.ToUpper, strings.ToLower, webhost.Name
	return []dimension{
		{name: Link, id: func(c *click.Click) *uint64 { return &c.LinkID }, prefix: ident.Link, param: "linkId", public: true},
		{name: Domain, id: func(c *click.Click) *uint64 { return &c.DomainID }, prefix: ident.Domain},
		{name: Rule, id: func(c *click.Click) *uint64 { return &c.RuleID }, prefix: ident.Rule},
		{name: Tag, prefix: ident.Tag, column: "link"},
		{name: Folder, prefix: ident.Folder, column: "link"},
		{name: Alias, text: func(c *click.Click) *string { return &c.Alias }, public: true},
		{name: URL, text: func(c *click.Click) *string { return &c.URL }},
		{name: Trigger, text: func(c *click.Click) *string { return (*string)(&c.Trigger) }, public: true, respell: lower},
		{name: Country, text: func(c *click.Click) *string { return &c.Place.Country }, public: true, respell: upper},
		{name: Region, text: func(c *click.Click) *string { return &c.Place.Region }, public: true, respell: upper},
		{name: City, text: func(c *click.Click) *string { return &c.Place.City }, public: true, folded: true, respell: lower},
		{name: Continent, text: func(c *click.Click) *string { return &c.Place.Continent }, public: true, respell: upper},
		{name: Language, text: func(c *click.Click) *string { return &c.Language }, public: true, folded: true, respell: lower},
		{name: OS, text: func(c *click.Click) *string { return &c.OS }, public: true, folded: true, respell: lower},
		{name: Browser, text: func(c *click.Click) *string { return &c.Browser }, public: true, folded: true, respell: lower},
		{name: InApp, text: func(c *click.Click) *string { return &c.InApp }, column: "in_app", public: true, folded: true, respell: lower},
		{name: Device, text: func(c *click.Click) *string { return (*string)(&c.Device) }, public: true, respell: lower},
		{name: Referrer, text: func(c *click.Click) *string { return &c.Referrer }, public: true, respell: host},
		{name: ReferrerURL, text: func(c *click.Click) *string { return &c.ReferrerURL }, column: "referrer_url"},
		{name: UTMSource, text: func(c *click.Click) *string { return &c.UTM.Source }, public: true, label: true},
		{name: UTMMedium, text: func(c *click.Click) *string { return &c.UTM.Medium }, public: true, label: true},
		{name: UTMCampaign, text: func(c *click.Click) *string { return &c.UTM.Campaign }, public: true, label: true},
		{name: UTMTerm, text: func(c *click.Click) *string { return &c.UTM.Term }, public: true, label: true},
		{name: UTMContent, text: func(c *click.Click) *string { return &c.UTM.Content }, public: true, label: true},
		{name: BotReason, text: func(c *click.Click) *string { return (*string)(&c.Bot) }, column: "bot", respell: lower},
		{name: Variant, text: func(c *click.Click) *string { return &c.Variant }},
		{name: QRCode, id: func(c *click.Click) *uint64 { return &c.QRCodeID }, prefix: ident.QRCode},
		{name: Page, id: func(c *click.Click) *uint64 { return &c.PageID }, prefix: ident.BioPage, param: "pageId"},
		{name: Block, id: func(c *click.Click) *uint64 { return &c.BlockID }, prefix: ident.PageBlock, param: "blockId"},
		{name: Outcome, text: func(c *click.Click) *string { return (*string)(&c.Outcome) }, respell: lower},
	}
}

// dimensions is table by name.
var dimensions = func() map[Dimension]dimension { //nolint:gochecknoglobals // an immutable table
	byName := make(map[Dimension]dimension)
	for _, d := range table() {
		byName[d.name] = d
	}
	return byName
}()

// Dimensions returns every dimension.
func Dimensions() []Dimension { return dimensionsWhere(func(dimension) bool { return true }) }

// PublicDimensions returns the dimensions by which visitors of shared pages may
// group and filter. They reveal neither how the workspace is organized (rules,
// tags, folders) nor URLs, which may contain secrets of visitors.
func PublicDimensions() []Dimension {
	return dimensionsWhere(func(d dimension) bool { return d.public })
}

// ClickDimensions returns the dimensions that are properties of the click.
func ClickDimensions() []Dimension {
	return dimensionsWhere(func(d dimension) bool { return d.text != nil || d.id != nil })
}

func dimensionsWhere(is func(dimension) bool) (names []Dimension) {
	for _, d := range table() {
		if is(d) {
			names = append(names, d.name)
		}
	}
	return names
}

// DimensionOfParam returns the dimension of a filter parameter of the API,
// LocalWeekday and LocalHour included.
func DimensionOfParam(param string) (Dimension, bool) {
	for _, d := range table() {
		if param == d.param || (d.param == "" && param == string(d.name)) {
			return d.name, true
		}
	}
	d := Dimension(param)
	return d, d.OfTime()
}

// Param returns the filter parameter of the API for d.
func (d Dimension) Param() string { return cmp.Or(dimensions[d].param, string(d)) }

// Known reports whether d is a dimension.
func (d Dimension) Known() bool {
	_, ok := dimensions[d]
	return ok
}

// IDPrefix returns the prefix of the ids that are the keys of d, and "" where
// the keys are texts.
func (d Dimension) IDPrefix() string { return dimensions[d].prefix }

// Column returns the column of the click store that holds d. Tags and folders
// are properties of the link: their column is the link's.
func (d Dimension) Column() string {
	if column := dimensions[d].column; column != "" {
		return column
	}
	return strings.ToLower(string(d))
}

// ofLinks reports whether d is a property of the link as it is today, and not of
// the click.
func (d Dimension) ofLinks() bool { return d == Tag || d == Folder }

// NumberOf returns the value of a click in a dimension whose keys are ids, and 0
// for tags and folders.
func NumberOf(d Dimension, c *click.Click) uint64 {
	if id := dimensions[d].id; id != nil {
		return *id(c)
	}
	return 0
}

// ValueOf returns the value of a click in a dimension whose keys are texts.
func ValueOf(d Dimension, c *click.Click) string {
	if text := dimensions[d].text; text != nil {
		return *text(c)
	}
	return ""
}

// TextField returns the function that returns the field of a click that ValueOf
// reads; nil: the keys of d are ids.
func (d Dimension) TextField() func(*click.Click) *string { return dimensions[d].text }

// IDField returns the function that returns the field of a click that NumberOf
// reads; nil: the keys of d are texts, or d is no property of the click.
func (d Dimension) IDField() func(*click.Click) *uint64 { return dimensions[d].id }

// Folded reports whether values of d are compared case-insensitively although
// they are stored as received.
func (d Dimension) Folded() bool { return dimensions[d].folded }

// canonical spells a filter's value as clicks spell it.
func (d Dimension) canonical(value string) string {
	if respell := dimensions[d].respell; respell != nil {
		return respell(value)
	}
	return value
}

// AllOutcomes is the value of a filter by Outcome that every click matches.
const AllOutcomes = "all"

// expand returns the values of a group, such as the countries of the EU, or the spellings
// of a value.
func (d Dimension) expand(value string) []string {
	switch {
	case d == Country && value == visitor.GroupEU:
		return visitor.EU()
	case d == Outcome && value == AllOutcomes:
		return textsOf(visitor.Outcomes())
	}
	if label := click.Label(value); dimensions[d].label && label != "" && label != value {
		return []string{value, label}
	}
	return []string{value}
}

// Targets returns where the columns of a click are scanned to, by their names in the
// click store. The time and the id are not among them: each engine has an encoding
// of its own.
func Targets(c *click.Click) map[string]any {
	targets := map[string]any{
		"workspace": &c.WorkspaceID, "visitor": &c.Visitor, "agent": &c.Agent,
		"besides": (*string)(&c.NonAgentBotReason),
	}
	for _, d := range ClickDimensions() {
		if field := d.IDField(); field != nil {
			targets[d.Column()] = field(c)
		} else {
			targets[d.Column()] = d.TextField()(c)
		}
	}
	return targets
}
