// Package visitor holds what can be told of a visitor from one request: where
// they are and what they use. Rules (routing) and statistics (click) share it,
// so that a rule and a chart never disagree about a click.
package visitor

import "net/netip"

// Place is where an address is. Empty parts are unknown; a private address is
// unknown altogether (spec: product §6).
type Place struct {
	Country   string // ISO 3166-1 alpha-2, such as "DE"
	Region    string // ISO 3166-2, such as "US-CA"
	City      string // English name
	Continent string // AF AN AS EU NA OC SA
}

// Locator finds the place of an address without asking anybody.
type Locator interface {
	Locate(addr netip.Addr) Place
}

// Device is the kind of machine.
type Device string

// The devices (spec: api.md "Values").
const (
	Desktop Device = "desktop"
	Mobile  Device = "mobile"
	Tablet  Device = "tablet"
)

// BotReason says why a visitor is taken for a bot. Empty: a human.
type BotReason string

// The reasons (spec: product §6).
const (
	BotAgent    BotReason = "agent"    // its user agent
	BotAddress  BotReason = "address"  // a data centre's or crawler's address
	BotHead     BotReason = "head"     // HEAD
	BotPrefetch BotReason = "prefetch" // Purpose or Sec-Purpose
	BotPreview  BotReason = "preview"  // a link-preview fetcher of a social network or messenger
)

// Agent is what a User-Agent header tells. Empty parts are unknown.
type Agent struct {
	OS           string // Windows macOS Linux ChromeOS Android iOS, else as the library names it
	Browser      string // Chrome Safari Firefox Edge Opera …
	InAppBrowser string // Instagram, Facebook, TikTok …; empty in a browser of its own
	Device       Device
	Bot          BotReason // "", BotAgent or BotPreview
}

// Crawlers recognises the IP networks of data centres and crawlers.
type Crawlers interface {
	Crawler(addr netip.Addr) bool
}

// AgentParser parses User-Agent headers.
type AgentParser interface {
	Parse(userAgent string) Agent
}
