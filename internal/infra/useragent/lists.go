package useragent

import (
	_ "embed"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

//go:embed agents.tsv
var builtinAgents string

// lists are the entries of agents.tsv by kind. The file documents the kinds.
type lists struct {
	previewPrefixes, previews, bots, textBrowsers, apps, browserPrefixes, browsers []string
	suffixes                                                                       map[string]bool
}

// loadLists returns the built-in entries followed by those of the file at path;
// path "" names none.
func loadLists(path string) (*lists, error) {
	l := &lists{suffixes: map[string]bool{}}
	if err := l.add("agents.tsv", builtinAgents); err != nil {
		return nil, err
	}
	if path == "" {
		return l, nil
	}
	text, err := os.ReadFile(filepath.Clean(path))
	if err != nil {
		return nil, fmt.Errorf("user agent list: %w", err)
	}
	if err := l.add(path, string(text)); err != nil {
		return nil, fmt.Errorf("user agent list: %w", err)
	}
	return l, nil
}

// add adds the entries of a text. The error names every invalid line with its
// number.
func (l *lists) add(name, text string) error {
	byKind := map[string]*[]string{
		"preview-prefix": &l.previewPrefixes, "preview": &l.previews, "bot": &l.bots, "text-browser": &l.textBrowsers,
		"app": &l.apps, "browser-prefix": &l.browserPrefixes, "browser": &l.browsers,
	}
	var errs []error
	number := 0
	for line := range strings.Lines(text) {
		number++
		line = strings.TrimRight(line, "\r\n")
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		kind, value, ok := strings.Cut(line, "\t")
		list := byKind[kind]
		switch {
		case !ok || strings.TrimSpace(value) == "" || value != strings.ToLower(value):
			errs = append(errs, fmt.Errorf("%s:%d: want a kind, a tab and a text in lower case", name, number))
		case kind == "suffix":
			l.suffixes[value] = true
		case list == nil:
			errs = append(errs, fmt.Errorf("%s:%d: unknown kind %q", name, number, kind))
		default:
			*list = append(*list, value)
		}
	}
	return errors.Join(errs...)
}
