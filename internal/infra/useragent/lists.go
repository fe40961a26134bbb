package useragent

import (
	_ "embed"
	"fmt"
	"strings"
)

//go:embed agents.tsv
var agentsText string

// agentLists are the lines of agents.tsv by kind; it says what each kind means.
type agentLists struct {
	previewPrefixes, previews, bots, textBrowsers, apps, browserPrefixes, browsers []string
	suffixes                                                                       map[string]bool
}

//nolint:gochecknoglobals // read once, never written
var lists = mustReadLists(agentsText)

// mustReadLists panics on a line that it cannot read: the text is part of the
// program.
func mustReadLists(text string) agentLists {
	l, err := readLists(text)
	if err != nil {
		panic(err)
	}
	return l
}

func readLists(text string) (agentLists, error) {
	l := agentLists{suffixes: map[string]bool{}}
	into := map[string]*[]string{
		"preview-prefix": &l.previewPrefixes, "preview": &l.previews, "bot": &l.bots, "text-browser": &l.textBrowsers,
		"app": &l.apps, "browser-prefix": &l.browserPrefixes, "browser": &l.browsers,
	}
	number := 0
	for line := range strings.Lines(text) {
		number++
		line = strings.TrimSuffix(line, "\n")
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		kind, value, ok := strings.Cut(line, "\t")
		list := into[kind]
		switch {
		case !ok || value == "" || value != strings.ToLower(value):
			return l, fmt.Errorf("agents.tsv, line %d: want a kind, a tab and a text in lower case", number)
		case kind == "suffix":
			l.suffixes[value] = true
		case list == nil:
			return l, fmt.Errorf("agents.tsv, line %d: unknown kind %q", number, kind)
		default:
			*list = append(*list, value)
		}
	}
	return l, nil
}
