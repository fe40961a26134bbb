// Command licenses writes docs/licenses.md, the list of the third-party
// software in the binary with its licences. With -check it writes nothing and
// fails when the file is out of date. With -texts it prints the texts of the
// licences, which copies of the binary must include, and with -sbom the list as
// an SPDX document. All fail on a licence that is unknown or not permitted.
package main

import (
	"bytes"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
)

const document = "docs/licenses.md"

func main() {
	var o options
	flag.BoolVar(&o.check, "check", false, "compare with "+document+" instead of writing it")
	flag.BoolVar(&o.texts, "texts", false, "print the texts of the licences instead; wants the npm packages installed")
	flag.StringVar(&o.sbom, "sbom", "", "print an SPDX document of this version of the binary instead, of the time of SOURCE_DATE_EPOCH")
	flag.StringVar(&o.arch, "arch", "amd64", "architecture of the binary")
	flag.Parse()
	root := "."
	if flag.NArg() > 0 {
		root = flag.Arg(0)
	}
	if err := run(root, o, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "licenses:", err)
		os.Exit(1)
	}
}

type options struct {
	check, texts bool
	sbom, arch   string
}

func run(root string, o options, out io.Writer) error {
	modules, err := goModules(root, o.arch)
	if err != nil {
		return err
	}
	packages, err := npmPackages(filepath.Join(root, "web", "package-lock.json"))
	if err != nil {
		return err
	}
	if problems := append(refused(modules), refused(packages)...); len(problems) > 0 {
		return fmt.Errorf("not permitted in the binary:\n%s", strings.Join(problems, "\n"))
	}
	switch {
	case o.texts:
		return writeTexts(out, modules, packages)
	case o.sbom != "":
		return writeSBOM(out, o.sbom, o.arch, modules, packages)
	}
	file, list := filepath.Join(root, filepath.FromSlash(document)), render(modules, packages)
	if !o.check {
		return os.WriteFile(file, list, 0o644)
	}
	current, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	if !bytes.Equal(current, list) {
		return fmt.Errorf(`%s is out of date: run "make licenses" and commit`, document)
	}
	fmt.Fprintf(out, "licenses: %d modules and %d packages have permitted licences\n", len(modules), len(packages))
	return nil
}

// refused returns a line for each dependency that has no licence, or one that
// is not permitted.
func refused(all []dependency) []string {
	var lines []string
	for _, d := range all {
		if len(d.licences) == 0 {
			lines = append(lines, fmt.Sprintf("%s %s: no licence found", d.name, d.version))
		}
		for _, l := range d.licences {
			if !permitted(l) {
				lines = append(lines, fmt.Sprintf("%s %s: %s", d.name, d.version, l))
			}
		}
	}
	return lines
}

// render returns the document.
func render(modules, packages []dependency) []byte {
	var b bytes.Buffer
	b.WriteString("# Third-party software in the binary\n\n" +
		"Made by `make licenses`; do not edit. Data from others: see [operating](operating/README.md#data-from-others).\n\n" +
		"## Go modules\n\nThe binary also contains the Go standard library (BSD-3-Clause).\n\n")
	table(&b, "Module", modules)
	b.WriteString("\n## npm packages\n\n")
	table(&b, "Package", packages)
	return b.Bytes()
}

func table(b *bytes.Buffer, heading string, rows []dependency) {
	fmt.Fprintf(b, "| %s | Version | Licence |\n| --- | --- | --- |\n", heading)
	for _, d := range rows {
		fmt.Fprintf(b, "| %s | %s | %s |\n", d.name, d.version, strings.Join(d.licences, ", "))
	}
}
