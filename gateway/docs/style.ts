/** The style of the page at `/docs`. */
export const docsStyle = `:root { color-scheme: light dark; font: 16px / 1.5 system-ui, sans-serif; }
body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
pre { overflow-x: auto; padding: 0.5rem; border: 1px solid; }
table { border-collapse: collapse; }
th, td { padding: 0.2rem 0.8rem 0.2rem 0; text-align: left; }
summary { cursor: pointer; padding: 0.2rem 0; }
`;
