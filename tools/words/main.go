// Command words finds words that the project does not use in its code,
// documentation and screens. The rules are in words.txt; exceptions.txt lists
// lines that are allowed to break one.
package main

import (
	"bufio"
	_ "embed"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

//go:embed words.txt
var rulesText string

//go:embed exceptions.txt
var exceptionsText string

func main() {
	flag.Parse()
	root := "."
	if flag.NArg() > 0 {
		root = flag.Arg(0)
	}
	found, err := run(root)
	if err != nil {
		fmt.Fprintln(os.Stderr, "words:", err)
		os.Exit(2)
	}
	for _, f := range found {
		fmt.Fprintln(os.Stderr, f)
	}
	if len(found) > 0 {
		fmt.Fprintf(os.Stderr, "words: %d lines; reword them, or list an exception in tools/words/exceptions.txt\n", len(found))
		os.Exit(1)
	}
}

// run checks the files of the repository at root that git tracks.
func run(root string) ([]string, error) {
	rules, err := parseRules(rulesText)
	if err != nil {
		return nil, err
	}
	exceptions, err := parseExceptions(exceptionsText)
	if err != nil {
		return nil, err
	}
	list := exec.Command("git", "ls-files", "-z")
	list.Dir = root
	out, err := list.Output()
	if err != nil {
		return nil, fmt.Errorf("git ls-files: %w", err)
	}
	var found []string
	for name := range strings.SplitSeq(string(out), "\x00") {
		kind := kindOf(name)
		if kind == "" {
			continue
		}
		content, err := os.ReadFile(filepath.Join(root, name))
		if os.IsNotExist(err) { // deleted in the work tree
			continue
		}
		if err != nil {
			return nil, err
		}
		found = append(found, check(name, kind, string(content), rules, exceptions)...)
	}
	return found, nil
}

// skipped are files that the project does not write by hand, and this tool.
var skipped = regexp.MustCompile(
	`^tools/words/|/testdata/|/node_modules/|\.gen\.ts$|/schema\.d\.ts$|^web/src/shared/data/|^docs/(licenses|seed-coverage)\.md$|\.tsv$`,
)

// kindOf returns what a file is: go, web or docs; "" when it is not checked.
func kindOf(name string) string {
	if skipped.MatchString(name) {
		return ""
	}
	switch filepath.Ext(name) {
	case ".go", ".sql":
		return "go"
	case ".ts", ".tsx", ".css", ".mjs", ".html":
		return "web"
	case ".md":
		return "docs"
	}
	return ""
}

type rule struct {
	where   []string
	pattern *regexp.Regexp
	instead string
}

func parseRules(text string) ([]rule, error) {
	var rules []rule
	for n, line := range lines(text) {
		fields := strings.Split(line, "\t")
		if len(fields) != 3 {
			return nil, fmt.Errorf("words.txt:%d: want three fields separated by tabs", n)
		}
		pattern, err := regexp.Compile("(?i)" + fields[1])
		if err != nil {
			return nil, fmt.Errorf("words.txt:%d: %w", n, err)
		}
		rules = append(rules, rule{where: strings.Split(fields[0], ","), pattern: pattern, instead: fields[2]})
	}
	return rules, nil
}

// exception allows the lines of a file that contain text.
type exception struct{ path, text string }

func parseExceptions(text string) ([]exception, error) {
	var all []exception
	for n, line := range lines(text) {
		path, allowed, ok := strings.Cut(line, "\t")
		if !ok || allowed == "" {
			return nil, fmt.Errorf("exceptions.txt:%d: want a path pattern and a text, separated by a tab", n)
		}
		if _, err := filepath.Match(path, ""); err != nil {
			return nil, fmt.Errorf("exceptions.txt:%d: %w", n, err)
		}
		all = append(all, exception{path, allowed})
	}
	return all, nil
}

// lines yields the lines of text that are neither empty nor comments, with
// their numbers from 1.
func lines(text string) func(yield func(int, string) bool) {
	return func(yield func(int, string) bool) {
		scanner := bufio.NewScanner(strings.NewReader(text))
		for n := 1; scanner.Scan(); n++ {
			line := scanner.Text()
			if line == "" || strings.HasPrefix(line, "#") {
				continue
			}
			if !yield(n, line) {
				return
			}
		}
	}
}

var comment = regexp.MustCompile(`^\s*\*|//.*|/\*.*`)

// check returns one message for each rule that a line breaks.
func check(name, kind, content string, rules []rule, exceptions []exception) []string {
	var found []string
	n := 0
	for line := range strings.Lines(content) {
		n++
		for _, r := range rules {
			if !r.appliesTo(kind, line) || allowed(name, line, exceptions) {
				continue
			}
			if hit := r.find(kind, line); hit != "" {
				found = append(found, fmt.Sprintf("%s:%d: %q; write: %s", name, n, hit, r.instead))
			}
		}
	}
	return found
}

func (r rule) appliesTo(kind, line string) bool {
	return slices.Contains(r.where, kind) || (r.commentsOnly() && kind != "docs" && comment.MatchString(line))
}

func (r rule) commentsOnly() bool { return slices.Contains(r.where, "comments") }

// find returns the words of line that break the rule; "" when there are none.
func (r rule) find(kind, line string) string {
	if r.commentsOnly() && !slices.Contains(r.where, kind) {
		start := comment.FindStringIndex(line)
		line = line[start[0]:]
	}
	return r.pattern.FindString(line)
}

func allowed(name, line string, exceptions []exception) bool {
	return slices.ContainsFunc(exceptions, func(e exception) bool {
		ok, _ := filepath.Match(e.path, name) // the pattern was checked
		return ok && strings.Contains(line, e.text)
	})
}
