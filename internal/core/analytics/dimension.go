// Package analytics answers questions about clicks: how many, by how many,
// when and from where. It knows what a question means; an engine behind Store
// counts.
package analytics

import (
	"strings"

	"linnet/internal/base/ident"
	"linnet/internal/core/click"
	"linnet/internal/core/visitor"
)

// Dimension is something that clicks can be grouped and filtered by.
type Dimension string

// The dimensions (spec: api.md "Analytics").
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
	Variant     Dimension = "variant" // the branch of a split, as it is configured
	QRCode      Dimension = "qrCode"  // the saved code that was scanned
)

// Dimensions returns all of them.
func Dimensions() []Dimension {
	return []Dimension{
		Link, Domain, Rule, Tag, Folder, Alias, URL, Trigger, Country, Region, City, Continent, Language, OS, Browser,
		InApp, Device, Referrer, ReferrerURL, UTMSource, UTMMedium, UTMCampaign, UTMTerm, UTMContent, BotReason, Variant, QRCode,
	}
}

// Known reports whether d is a dimension.
func (d Dimension) Known() bool {
	for _, k := range Dimensions() {
		if d == k {
			return true
		}
	}
	return false
}

// IDPrefix returns the prefix of the ids that are the keys of d, and "" where
// the keys are values.
func (d Dimension) IDPrefix() string {
	switch d {
	case Link:
		return ident.Link
	case Domain:
		return ident.Domain
	case Rule:
		return ident.Rule
	case QRCode:
		return ident.QRCode
	case Tag:
		return ident.Tag
	case Folder:
		return ident.Folder
	default:
		return ""
	}
}

// ofLinks says that d is a property of the link as it is today, and not of the
// click.
func (d Dimension) ofLinks() bool { return d == Tag || d == Folder }

// NumberOf returns what a click has in a dimension whose keys are ids. Tags
// and folders are not known to a click.
func NumberOf(d Dimension, c *click.Click) uint64 {
	switch d {
	case Link:
		return c.LinkID
	case Domain:
		return c.DomainID
	case Rule:
		return c.RuleID
	case QRCode:
		return c.QRCodeID
	default:
		return 0
	}
}

// ValueOf returns what a click has in a dimension whose keys are values.
func ValueOf(d Dimension, c *click.Click) string {
	switch d {
	case Alias:
		return c.Alias
	case URL:
		return c.URL
	case Variant:
		return c.Variant
	case Trigger:
		return string(c.Trigger)
	case Country:
		return c.Place.Country
	case Region:
		return c.Place.Region
	case City:
		return c.Place.City
	case Continent:
		return c.Place.Continent
	case Language:
		return c.Language
	case OS:
		return c.OS
	case Browser:
		return c.Browser
	case InApp:
		return c.InApp
	case Device:
		return string(c.Device)
	case Referrer:
		return c.Referrer
	case ReferrerURL:
		return c.ReferrerURL
	case BotReason:
		return string(c.Bot)
	default:
		return utmOf(d, c.UTM)
	}
}

func utmOf(d Dimension, u click.UTM) string {
	switch d {
	case UTMSource:
		return u.Source
	case UTMMedium:
		return u.Medium
	case UTMCampaign:
		return u.Campaign
	case UTMTerm:
		return u.Term
	case UTMContent:
		return u.Content
	default:
		return ""
	}
}

// Folded reports whether values of d are compared without regard to case
// although they are stored as they were given.
func (d Dimension) Folded() bool {
	return d == OS || d == Browser || d == InApp || d == City || d == Language
}

// canonical spells a filter's value as clicks spell it (spec: api.md "Values":
// compared without regard to case).
func (d Dimension) canonical(value string) string {
	switch {
	case d == Country || d == Region || d == Continent:
		return strings.ToUpper(value)
	case d == Device || d == Trigger || d == Referrer || d == BotReason || d.Folded():
		return strings.ToLower(value)
	default:
		return value
	}
}

// expand returns the values behind a group.
func (d Dimension) expand(value string) []string {
	if d == Country && value == visitor.GroupEU {
		return visitor.EU()
	}
	return []string{value}
}
