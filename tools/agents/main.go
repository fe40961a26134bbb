// Command agents measures the classification of user agents on public lists of
// labelled headers, which it fetches from package registries. It prints the share of
// headers with the right class in Markdown.
//
// The lists are measures: no header of theirs is copied. A hash divides the headers
// into two halves. Rules are adapted to the working half only, whose misses -misses
// prints; the figures of the final half tell how well the rules generalize.
package main

import (
	"cmp"
	"crypto/sha256"
	"flag"
	"fmt"
	"io"
	"log"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"linnet/internal/infra/useragent"
)

func main() {
	log.SetFlags(0)
	cache := flag.String("cache", "../../bin/agents", "folder of fetched lists")
	own := flag.String("own", "../../internal/infra/useragent/testdata", "folder of the project's labelled headers, which are left out")
	misses := flag.Bool("misses", false, "print the misclassified headers of the working half instead")
	flag.Parse()
	if err := run(*cache, *own, *misses, os.Stdout); err != nil {
		log.Fatal(err)
	}
}

// half is a half of all headers.
type half int

// The halves.
const (
	working half = iota
	final
)

// halfOf returns the half that a header belongs to.
func halfOf(text string) half { return half(sha256.Sum256([]byte(text))[0] & 1) }

// score counts the headers of a row by half.
type score struct{ all, right [2]int }

func (s *score) add(h half, right bool) {
	s.all[h]++
	if right {
		s.right[h]++
	}
}

func run(cache, own string, misses bool, w io.Writer) error {
	headers, err := loadAll(cache, own)
	if err != nil {
		return err
	}
	parser, err := useragent.New("")
	if err != nil {
		return err
	}
	scores := map[row]*score{}
	for _, h := range headers {
		part, right := halfOf(h.text), (parser.Parse(h.text).Bot != "") == (h.class == bot)
		for _, r := range rowsOf(h) {
			if scores[r] == nil {
				scores[r] = &score{}
			}
			scores[r].add(part, right)
		}
		if misses && !right && part == working {
			fmt.Fprintf(w, "%s\t%s\t%s\n", h.list, h.class, h.text)
		}
	}
	if !misses {
		printTable(w, scores)
	}
	return nil
}

// row names a row of the table.
type row struct {
	list  string
	class class
}

// rowsOf returns the rows that count a header.
func rowsOf(h header) []row {
	rows := []row{{h.list, h.class}}
	switch h.class {
	case bot:
		return append(rows, row{"all", bot})
	case app:
		return rows
	}
	return append(rows, row{h.list, people}, row{"all", people})
}

// loadAll returns the headers of all lists, each once, without those in own. A list
// that cannot be fetched is named on the standard error output and left out.
func loadAll(cache, own string) ([]header, error) {
	seen, err := headersOf(own)
	if err != nil {
		return nil, err
	}
	if cache, err = filepath.Abs(cache); err != nil {
		return nil, err
	}
	if err := os.MkdirAll(cache, 0o750); err != nil {
		return nil, err
	}
	var all []header
	for _, s := range sources() {
		headers, err := s.load(cache)
		if err != nil {
			log.Printf("%s is left out: %v", s.name, err)
			continue
		}
		for _, h := range headers {
			h.text = strings.TrimSpace(h.text)
			if key := h.list + "\t" + h.text; h.text != "" && !seen[h.text] && !seen[key] {
				seen[key] = true
				all = append(all, h)
			}
		}
	}
	return all, nil
}

func printTable(w io.Writer, scores map[row]*score) {
	fmt.Fprint(w, "| list | class | working half | right | final half | right |\n|---|---|---|---|---|---|\n")
	rows := slices.SortedFunc(maps.Keys(scores), func(a, b row) int {
		return cmp.Or(cmp.Compare(a.list, b.list), cmp.Compare(a.class, b.class))
	})
	for _, r := range rows {
		s := scores[r]
		fmt.Fprintf(w, "| %s | %s | %d | %s | %d | %s |\n", r.list, r.class, s.all[working], s.share(working), s.all[final], s.share(final))
	}
}

func (s *score) share(h half) string {
	if s.all[h] == 0 {
		return "–"
	}
	return fmt.Sprintf("%.2f%%", 100*float64(s.right[h])/float64(s.all[h]))
}
