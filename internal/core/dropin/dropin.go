// Package dropin names the drop-in APIs: the APIs of other link shorteners that Linnet answers,
// so that their clients work after a change of the host and the key.
package dropin

import (
	"fmt"
	"slices"
	"strings"
)

// API is a drop-in API. The values are part of the API and of the settings.
type API string

// The APIs.
const (
	Kutt   API = "kutt"
	YOURLS API = "yourls"
	Shlink API = "shlink"
	Bitly  API = "bitly"
	Dub    API = "dub"
)

// All returns the APIs, in the order in which they are listed.
func All() []API { return []API{Kutt, YOURLS, Shlink, Bitly, Dub} }

// Known reports whether the API exists.
func (a API) Known() bool { return slices.Contains(All(), a) }

// Name returns the name of the shortener, such as "Kutt".
func (a API) Name() string {
	switch a {
	case Kutt:
		return "Kutt"
	case YOURLS:
		return "YOURLS"
	case Shlink:
		return "Shlink"
	case Bitly:
		return "Bitly"
	case Dub:
		return "Dub"
	default:
		return string(a)
	}
}

// Parse reads the setting of an install: names separated by commas, "all", or "off" for none.
func Parse(setting string) ([]API, error) {
	switch setting {
	case "", "all":
		return All(), nil
	case "off":
		return nil, nil
	}
	var out []API
	for name := range strings.SplitSeq(setting, ",") {
		api := API(strings.ToLower(strings.TrimSpace(name)))
		if !api.Known() {
			return nil, fmt.Errorf("%q is no drop-in API; use all, off, or some of %s", name, names())
		}
		out = append(out, api)
	}
	return out, nil
}

// names lists the APIs for messages.
func names() string {
	texts := make([]string, 0, len(All()))
	for _, api := range All() {
		texts = append(texts, string(api))
	}
	return strings.Join(texts, ", ")
}
