import type { Field } from './field.js';
import type { Shape } from './shape.js';
import { BOOLEAN, TEXT, U32, U64, anything, choice, mapOf } from './shapes.js';

const PROFILE: Shape = {
  type: 'object',
  members: {
    type: {
      shape: TEXT,
      doc: 'The kind of the profile, such as `RuntimeDefault`, `Localhost` or `Unconfined`.',
      required: true,
    },
    localhost_profile: {
      shape: TEXT,
      doc: 'The name of the profile on the node, for `Localhost`.',
    },
  },
};

/** The pod of the agent and what it does inside, for clusters with rules of their own. */
export const AGENT_POD_FIELDS: readonly Field[] = [
  {
    path: 'agent.disabled_capabilities',
    shape: { type: 'list', of: choice('NET_ADMIN', 'SYS_PTRACE', 'SYS_ADMIN') },
    doc: 'Linux capabilities that the agent goes without. What needs them then fails: traffic cannot be stolen without `NET_ADMIN`.',
    fallbackText: 'none',
    beyond: true,
  },
  {
    path: 'agent.tolerations',
    shape: { type: 'list', of: anything('a toleration of Kubernetes') },
    doc: 'Taints of nodes that the pod of the agent tolerates, as Kubernetes writes them. Without a value it tolerates all.',
    fallbackText: 'all taints',
    beyond: true,
  },
  {
    path: 'agent.resources',
    shape: anything('an object of Kubernetes with requests and limits'),
    doc: 'What the pod of the agent requests and may use, as Kubernetes writes it. Without a value it requests 1m of processor and 1Mi of memory, and may use 1 and 100Mi.',
    fallbackText: 'requests 1m and 1Mi, limits 1 and 100Mi',
    beyond: true,
  },
  {
    path: 'agent.check_out_of_pods',
    shape: BOOLEAN,
    doc: 'Looks first whether the node of the target has room for another pod, and says so when it has none.',
    fallback: true,
    beyond: true,
  },
  {
    path: 'agent.privileged',
    shape: BOOLEAN,
    doc: 'Runs the agent as a privileged container, for nodes that protect the processes of other containers.',
    fallback: false,
    beyond: true,
  },
  {
    path: 'agent.external_ip_fix',
    shape: BOOLEAN,
    doc: 'Finds the address of the node even where it is not the one that the pod sees.',
    fallback: true,
    env: [{ name: 'LNK_AGENT_EXTERNAL_IP_FIX' }],
    beyond: true,
  },
  {
    path: 'agent.nftables',
    shape: BOOLEAN,
    doc: 'Redirects traffic by nftables with `true`, by the older iptables with `false`. Without a value the agent finds out which of them the pod uses.',
    fallbackText: 'what the pod uses',
    beyond: true,
  },
  {
    path: 'agent.dns.timeout',
    shape: U32,
    doc: 'How many seconds the agent waits for the answer of a name server. Without a value it is 1.',
    fallbackText: '1 second',
    beyond: true,
  },
  {
    path: 'agent.dns.attempts',
    shape: U32,
    doc: 'How often the agent asks for a name before it gives up.',
    fallbackText: 'what the agent has set',
    beyond: true,
  },
  {
    path: 'agent.node_selector',
    shape: mapOf(TEXT),
    doc: 'Labels of the nodes on which the agent may run. It counts without a target only: otherwise the agent runs on the node of the target.',
    fallbackText: 'any node',
    beyond: true,
  },
  {
    path: 'agent.service_account',
    shape: TEXT,
    doc: 'The service account of the pod of the agent.',
    fallbackText: 'the default account of the namespace',
    beyond: true,
  },
  {
    path: 'agent.exclude_from_mesh',
    shape: BOOLEAN,
    doc: 'Keeps the ports of the agent out of the service mesh of the target. Needed where the mesh takes over connections to an ephemeral agent.',
    fallback: false,
    env: [{ name: 'LNK_AGENT_EXCLUDE_FROM_MESH' }],
    beyond: true,
  },
  {
    path: 'agent.disable_mesh_sidecar_injection',
    shape: BOOLEAN,
    doc: 'Asks service meshes to put no proxy into the pod of the agent.',
    fallback: true,
    beyond: true,
  },
  {
    path: 'agent.priority_class',
    shape: TEXT,
    doc: 'The priority class of the pod of the agent.',
    fallbackText: 'none',
    beyond: true,
  },
  {
    path: 'agent.security_context',
    shape: {
      type: 'object',
      members: {
        app_armor_profile: { shape: PROFILE, doc: 'The profile of AppArmor.' },
        seccomp_profile: { shape: PROFILE, doc: 'The profile of seccomp.' },
      },
    },
    doc: 'Profiles of AppArmor and seccomp for the container of the agent, as Kubernetes has them.',
    fallbackText: 'what the cluster has set',
    beyond: true,
  },
  {
    path: 'agent.inject_headers',
    shape: BOOLEAN,
    doc: 'Adds a header to each HTTP answer that says whether the local process or the target gave it.',
    fallback: false,
    beyond: true,
  },
  {
    path: 'agent.override_cache_control',
    shape: BOOLEAN,
    doc: 'Answers of stolen HTTP requests get `Cache-Control: no-store`, so that no cache keeps what a local process said.',
    fallback: true,
    beyond: true,
  },
  {
    path: 'agent.max_body_buffer_size',
    shape: U32,
    doc: 'How many bytes of the body of a request are kept for a filter on the body. A larger body does not match.',
    fallback: 65_535,
    beyond: true,
  },
  {
    path: 'agent.max_body_buffer_timeout',
    shape: U32,
    doc: 'How many milliseconds a filter on the body waits for the body. One that is not complete by then does not match.',
    fallback: 1000,
    beyond: true,
  },
  {
    path: 'agent.http_detection_timeout',
    shape: U64,
    doc: 'How many seconds the agent waits for the first bytes of a connection, which show whether it is HTTP. Otherwise it is taken as plain TCP, which no filter on HTTP applies to.',
    fallback: 2,
    env: [{ name: 'LNK_AGENT_HTTP_DETECTION_TIMEOUT' }],
    beyond: true,
  },
  {
    path: 'agent.jaq_time_limit',
    shape: U32,
    doc: 'How many seconds a jq filter may take for one request.',
    fallback: 1,
    beyond: true,
  },
  {
    path: 'agent.clean_iptables_on_start',
    shape: BOOLEAN,
    doc: 'Removes redirections that an agent before this one has left in the pod. Otherwise the agent refuses to start when it finds some.',
    fallbackText: 'refuse to start',
    env: [{ name: 'LNK_AGENT_CLEAN_IPTABLES_ON_START' }],
    beyond: true,
  },
];
