package main

import (
	"fmt"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	networkingv1 "k8s.io/api/networking/v1"
	policyv1 "k8s.io/api/policy/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/intstr"
)

// inventory is what the objects of one manifest can refer to.
type inventory struct {
	names    map[string]bool // kind and name
	pods     []corev1.PodTemplateSpec
	services map[string]*corev1.Service
	findings []string
}

// check returns the mistakes of the objects of one manifest, and the references between them that lead nowhere. Secrets are
// not part of the manifests.
func check(objects []runtime.Object) []string {
	have := &inventory{names: map[string]bool{}, services: map[string]*corev1.Service{}}
	for _, object := range objects {
		name := nameOf(object)
		if have.names[name] {
			have.report("%s exists twice", name)
		}
		have.names[name] = true
		switch o := object.(type) {
		case *appsv1.Deployment:
			have.pods = append(have.pods, o.Spec.Template)
		case *appsv1.StatefulSet:
			have.pods = append(have.pods, o.Spec.Template)
		case *corev1.Service:
			have.services[o.Name] = o
		}
	}
	for _, object := range objects {
		have.object(nameOf(object), object)
	}
	return have.findings
}

func (h *inventory) object(name string, object runtime.Object) {
	switch o := object.(type) {
	case *corev1.ConfigMap:
	case *corev1.PersistentVolumeClaim:
		h.claim(name, o.Spec)
	case *appsv1.Deployment:
		h.workload(name, o.Spec.Selector, o.Spec.Template, nil)
	case *appsv1.StatefulSet:
		h.workload(name, o.Spec.Selector, o.Spec.Template, o.Spec.VolumeClaimTemplates)
		if service := h.services[o.Spec.ServiceName]; service == nil || service.Spec.ClusterIP != corev1.ClusterIPNone {
			h.report("%s: no headless service %s", name, o.Spec.ServiceName)
		}
	case *corev1.Service:
		h.service(name, o)
	case *networkingv1.Ingress:
		h.ingress(name, o)
	case *policyv1.PodDisruptionBudget:
		if len(h.selected(parse(o.Spec.Selector))) == 0 {
			h.report("%s selects no pod", name)
		}
	default:
		h.report("%s: objects of this kind are not checked", name)
	}
}

func (h *inventory) report(format string, args ...any) {
	h.findings = append(h.findings, fmt.Sprintf(format, args...))
}

// parse returns the selector; one that selects nothing if it is missing or invalid.
func parse(selector *metav1.LabelSelector) labels.Selector {
	parsed, err := metav1.LabelSelectorAsSelector(selector)
	if err != nil {
		return labels.Nothing()
	}
	return parsed
}

// selected returns the pods that have the labels.
func (h *inventory) selected(selector labels.Selector) (pods []corev1.PodTemplateSpec) {
	for _, pod := range h.pods {
		if selector.Matches(labels.Set(pod.Labels)) {
			pods = append(pods, pod)
		}
	}
	return pods
}

// service reports a service without pods, and ports that a pod does not have.
func (h *inventory) service(name string, service *corev1.Service) {
	pods := h.selected(labels.SelectorFromSet(service.Spec.Selector))
	if len(pods) == 0 {
		h.report("%s selects no pod", name)
	}
	for _, pod := range pods {
		for _, port := range service.Spec.Ports {
			target := port.TargetPort
			if target == (intstr.IntOrString{}) { // the API server's default
				target = intstr.FromInt32(port.Port)
			}
			if !hasPort(pod.Spec.Containers, target) {
				h.report("%s: its pod has no port %s", name, target.String())
			}
		}
	}
}

func hasPort(containers []corev1.Container, want intstr.IntOrString) bool {
	for _, container := range containers {
		for _, port := range container.Ports {
			if want.Type == intstr.String && port.Name == want.StrVal || want.Type == intstr.Int && port.ContainerPort == want.IntVal {
				return true
			}
		}
	}
	return false
}

func (h *inventory) ingress(name string, ingress *networkingv1.Ingress) {
	for _, rule := range ingress.Spec.Rules {
		for _, path := range rule.HTTP.Paths {
			backend, found := path.Backend.Service, false
			if service := h.services[backend.Name]; service != nil {
				for _, port := range service.Spec.Ports {
					found = found || port.Name == backend.Port.Name
				}
			}
			if !found {
				h.report("%s: no service %s with a port %s", name, backend.Name, backend.Port.Name)
			}
		}
	}
}
