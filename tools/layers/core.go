package main

import (
	"slices"
	"strings"
)

// corePairs are the packages of core that each package of core may import,
// besides those in coreCommon. A new pair is a decision: a package that needs
// many others belongs in app.
//
//nolint:gochecknoglobals // a constant table
var corePairs = map[string][]string{
	"abuse":        {"locale"},
	"alert":        {"analytics", "receivers", "workspace"},
	"account":      {"locale", "outbox", "queue", "securitylog", "throttle", "visitor", "workspace"},
	"analytics":    {"click", "visitor"},
	"apikey":       {"securitylog", "visitor"},
	"audit":        {"domain", "link"},
	"billing":      {"queue", "workspace"},
	"click":        {"visitor"},
	"clickcopy":    {"analytics", "click"},
	"clickcount":   {"analytics", "click"},
	"clickhistory": {"click", "visitor"},
	"conversion":   {"click", "visitor"},
	"dataexport":   {"queue"},
	"domain":       {"locale", "qr", "throttle"},
	"job":          {"queue"},
	"label":        {"routing", "utm"},
	"link":         {"domain", "routing", "utm", "visitor"},
	"linkchange":   {"job", "link"},
	"member":       {"locale", "outbox", "queue", "throttle"},
	"node":         {"click"},
	"notify":       {"job", "outbox", "queue"},
	"page":         {"domain", "link", "locale", "media", "routing", "throttle"},
	"operator":     {"abuse", "denylist", "link", "routing"},
	"outbox":       {"queue"},
	"pagetitle":    {"link", "queue"},
	"passkey":      {"queue", "securitylog", "throttle"},
	"qr":           {"job", "pixels"},
	"quota":        {"click"},
	"retention":    {"click", "workspace"},
	"routing":      {"utm", "visitor"},
	"secondfactor": {"queue", "securitylog", "throttle"},
	"securitylog":  {"throttle"},
	"share":        {"analytics", "throttle"},

	"receivers":       {"analytics"},
	"redirectcheck":   {"job", "link", "retrieval", "transfer"},
	"retrieval":       {"click", "clickhistory", "job", "transfer", "visitor"},
	"scheduledreport": {"analytics", "outbox", "queue", "receivers", "workspace"},

	"singlesignon": {"domain", "queue", "securitylog", "throttle"},
	"transfer":     {"click", "clickhistory", "domain", "job", "label", "link", "routing", "utm"},
	"webhook":      {"click", "queue", "throttle"},
	"workspace":    {"domain", "throttle"},
}

// coreCommon are the packages of core that every other one may import.
var coreCommon = []string{"access", "dropin", "event", "plan", "webhost"} //nolint:gochecknoglobals // a constant list

// allowedInCore reports whether the package from of core may import to. Both
// are paths below internal/core; a package may import those below it.
func allowedInCore(from, to string) bool {
	fromRoot, _, _ := strings.Cut(from, "/")
	toRoot, _, _ := strings.Cut(to, "/")
	return fromRoot == toRoot || slices.Contains(coreCommon, toRoot) || slices.Contains(corePairs[fromRoot], toRoot)
}
