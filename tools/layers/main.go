// Command layers checks the structure that docs/architecture.md describes:
// permitted imports, import depth and file length. It reads the module's own
// packages with `go list` and prints every violation.
package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// Bounds of the structure.
const (
	module       = "linnet/"
	maxDepth     = 13
	maxFileLines = 500
)

// appPairs are the packages below app that each of them may import. app itself imports
// all of them.
//
//nolint:gochecknoglobals // a constant table
var appPairs = map[string][]string{
	"backups":     {"control", "stores"},
	"doctor":      {"backups", "control", "installcopy", "stores"},
	"installcopy": {"control", "stores"},
	"stores":      {"control"},
}

type pkg struct {
	ImportPath string
	Dir        string
	GoFiles    []string
	Imports    []string
}

func main() {
	root := "."
	if len(os.Args) > 1 {
		root = os.Args[1]
	}
	breaches, count, err := check(root)
	if err != nil {
		fmt.Fprintln(os.Stderr, "layers:", err)
		os.Exit(2)
	}
	for _, b := range breaches {
		fmt.Fprintln(os.Stderr, b)
	}
	if len(breaches) > 0 {
		os.Exit(1)
	}
	fmt.Printf("layers: %d packages keep the rules\n", count)
}

func check(root string) (breaches []string, count int, err error) {
	pkgs, err := list(root)
	if err != nil {
		return nil, 0, err
	}
	for _, p := range pkgs {
		for _, imported := range p.Imports {
			if why := forbidden(p.ImportPath, imported); why != "" {
				breaches = append(breaches, fmt.Sprintf("%s imports %s: %s", p.ImportPath, imported, why))
			}
		}
		long, err := longFiles(p)
		if err != nil {
			return nil, 0, err
		}
		breaches = append(breaches, long...)
	}
	return append(breaches, tooDeep(pkgs)...), len(pkgs), nil
}

func list(root string) ([]pkg, error) {
	cmd := exec.Command("go", "list", "-json=ImportPath,Dir,GoFiles,Imports", "./...")
	cmd.Dir = root
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("go list: %w", err)
	}
	var pkgs []pkg
	decoder := json.NewDecoder(bytes.NewReader(out))
	for {
		var p pkg
		err := decoder.Decode(&p)
		if errors.Is(err, io.EOF) {
			return pkgs, nil
		}
		if err != nil {
			return nil, err
		}
		pkgs = append(pkgs, p)
	}
}

// layer splits "linnet/internal/edge/httpapi/x" into "edge" and "httpapi".
func layer(importPath string) (name, part string) {
	rest, ok := strings.CutPrefix(importPath, module+"internal/")
	if !ok {
		return strings.TrimPrefix(importPath, module), ""
	}
	pieces := strings.SplitN(rest, "/", 3)
	if len(pieces) == 1 {
		return pieces[0], ""
	}
	return pieces[0], pieces[1]
}

// forbidden returns why from may not import to, or "".
func forbidden(from, to string) string {
	if !strings.HasPrefix(to, module) {
		return forbiddenOutside(from, to)
	}
	fromLayer, fromPart := layer(from)
	toLayer, toPart := layer(to)
	switch {
	case toLayer == "cli" && !strings.HasPrefix(fromLayer, "cmd/"):
		return "only cmd imports cli"
	case toLayer == "app" && fromLayer != "app" && fromLayer != "cli" && !strings.HasPrefix(fromLayer, "cmd/"):
		return "only cli and cmd import app"
	case toLayer == "app" && fromLayer == "app" && fromPart != "" && !slices.Contains(appPairs[fromPart], toPart):
		return "not among the allowed pairs of app in tools/layers/main.go"
	case fromLayer == "client":
		return "client imports the standard library only: it is for other programs, too"
	case fromLayer == "cli" && !slices.Contains([]string{"app", "base", "client", "config", "core"}, toLayer):
		return "cli uses the stores and the edge through app"
	case fromLayer == "base" && toLayer != "base":
		return "base imports the standard library only"
	case fromLayer == "core" && toLayer != "core" && toLayer != "base":
		return "core imports core and base only"
	case fromLayer == "core" && toLayer == "core" && !allowedInCore(fromPart, toPart):
		return "not among the allowed pairs in tools/layers/core.go"
	case fromLayer == "edge" && toLayer == "edge" && fromPart != toPart && fromPart != "server" &&
		toPart != "apikit" && toPart != "publicpage":
		return "packages of edge import apikit and publicpage, and no other package of edge; server alone mounts them"
	case fromLayer == "infra" && toLayer == "infra" && fromPart != toPart:
		return "packages of infra do not import each other"
	case (fromLayer == "edge" || fromLayer == "infra") && !slices.Contains([]string{"core", "base", fromLayer, "testkit"}, toLayer):
		return "edge and infra import core and base only"
	case toLayer == "infra" && fromLayer != "app" && fromLayer != "infra" && fromLayer != "testkit":
		return "only app imports infra"
	case fromPart == "redirect" && toLayer == "core" && !slices.Contains([]string{"routing", "click", "visitor", "domain", "webhost", "locale"}, toPart):
		return "the hot path imports routing, click, visitor, domain, webhost and locale only"
	}
	return ""
}

// forbiddenOutside checks imports of other modules and the standard library.
func forbiddenOutside(from, to string) string {
	fromLayer, fromPart := layer(from)
	outside := strings.Contains(strings.SplitN(to, "/", 2)[0], ".")
	switch {
	case (fromLayer == "base" || fromLayer == "client") && outside:
		return fromLayer + " imports the standard library only"
	case fromLayer == "core" && slices.Contains([]string{"net/http", "database/sql", "os"}, to):
		return "core knows no HTTP, no SQL and no files"
	case strings.HasPrefix(to, "github.com/danielgtaylor/huma") && !slices.Contains([]string{"apikit", "httpapi"}, fromPart):
		return "only apikit and httpapi import huma"
	}
	return ""
}

func longFiles(p pkg) ([]string, error) {
	var breaches []string
	for _, name := range p.GoFiles {
		content, err := os.ReadFile(filepath.Join(p.Dir, name))
		if err != nil {
			return nil, err
		}
		if bytes.HasPrefix(content, []byte("// Code generated ")) {
			continue
		}
		if lines := bytes.Count(content, []byte("\n")); lines > maxFileLines {
			breaches = append(breaches, fmt.Sprintf("%s/%s has %d lines; %d are allowed", p.ImportPath, name, lines, maxFileLines))
		}
	}
	return breaches, nil
}

// tooDeep finds import chains inside the module that are longer than maxDepth.
func tooDeep(pkgs []pkg) []string {
	imports := map[string][]string{}
	for _, p := range pkgs {
		imports[p.ImportPath] = p.Imports
	}
	depths := map[string]int{}
	var depth func(string) int
	depth = func(path string) int {
		if d, ok := depths[path]; ok {
			return d
		}
		deepest := 0
		for _, to := range imports[path] {
			if strings.HasPrefix(to, module) {
				deepest = max(deepest, depth(to))
			}
		}
		depths[path] = deepest + 1
		return deepest + 1
	}
	var breaches []string
	for _, p := range pkgs {
		if d := depth(p.ImportPath); d > maxDepth {
			breaches = append(breaches, fmt.Sprintf("%s sits on an import chain of %d packages; %d are allowed", p.ImportPath, d, maxDepth))
		}
	}
	return breaches
}
