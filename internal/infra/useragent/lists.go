package useragent

import (
	_ "embed"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

//go:embed agents.tsv
var builtinAgents string

// lists are the entries of agents.tsv by kind. The file documents the kinds.
type lists struct {
	previewPrefixes, previews, textBrowsers, apps, browserPrefixes, browsers, televisions []string
	bots                                                                                  wordList
	suffixes                                                                              map[string]bool
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
		"preview-prefix": &l.previewPrefixes, "preview": &l.previews, "bot-part": &l.bots.parts, "bot-end": &l.bots.ends,
		"text-browser": &l.textBrowsers,
		"app":          &l.apps, "browser-prefix": &l.browserPrefixes, "browser": &l.browsers, "television": &l.televisions,
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
		case kind == "bot":
			l.bots.add(value)
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

// wordList is a list of texts that a header contains: anywhere, at the start or at the
// end of a word.
type wordList struct {
	parts, ends []string
	starts      [256][]string // by their first byte
}

// add adds a text that starts a word, or a part if it does not begin with a letter.
func (l *wordList) add(text string) {
	if isLetter(text[0]) {
		l.starts[text[0]] = append(l.starts[text[0]], text)
	} else {
		l.parts = append(l.parts, text)
	}
}

// in reports whether a header contains a text of the list.
func (l *wordList) in(lower string) bool {
	inWord := false
	for i := range len(lower) {
		letter := isLetter(lower[i])
		if letter && !inWord && hasPrefixOf(lower[i:], l.starts[lower[i]]) {
			return true
		}
		inWord = letter
	}
	return containsAny(lower, l.parts...) || slices.ContainsFunc(l.ends, func(end string) bool { return containsWordEnd(lower, end) })
}
