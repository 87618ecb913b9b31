/* Prototype: exact verdicts under `standard` by lazy decisions and learned losses (docs/algorithm.md).
 * usage: optional 1 2188 < deals     (2188 = the flags that were validated; flag 32768 is unsound, never use it)
 * build: gcc -O3 -march=native -o optional optional.c */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
typedef uint64_t u64; typedef uint8_t u8;
static int NC; static u8 suit[52],rnk[52];
static u64 lower[52],higher[52],homec[4],ALL,ACES;
typedef struct{u64 c[4];u64 G;u8 D[52];int k,p;}St;
static int SUB,FL; static u64 nodes,inserted,rowcnt[16],limitn; static int ovf;
static inline u64 rotl(u64 x,int k){return (x<<k)|(x>>(64-k));}
static inline int top(u64 m){return 63-__builtin_clzll(m);}
static inline int single(u64 m){return !(m&(m-1));}

typedef struct{u64 key;uint32_t val,gh;}Tn;static Tn*T;static u64 TM;static uint32_t*ul;static u64 un_;static uint32_t nid;
typedef struct{u64 G,bad;u8 D[52],L[52];u8 nl;uint32_t next;}Gh;static Gh*P;static uint32_t pn,pcap;
static u64 probes;
static void tinit(int lg){T=calloc(1ull<<lg,sizeof(Tn));TM=(1ull<<lg)-1;ul=malloc(4ull<<lg);pcap=1u<<(lg-2);P=malloc((u64)pcap*sizeof(Gh));pn=1;nid=1024;}
static void clr(void){for(u64 i=0;i<un_;i++)T[ul[i]].key=0;un_=0;pn=1;nid=1024;}
static inline u64 mix(u64 h){h^=h>>29;h*=0xbf58476d1ce4e5b9ull;h^=h>>32;return h;}
static Tn*child(uint32_t n,int sym,int make){u64 key=(u64)n<<8|sym|1ull<<60;u64 i=mix(key*0x9e3779b97f4a7c15ull)&TM;probes++;
  for(;;){Tn*t=&T[i];if(!t->key){if(!make)return 0;if(un_>TM/10*7){ovf=1;return 0;}t->key=key;t->val=nid++;t->gh=0;ul[un_++]=i;return t;}
    if(t->key==key)return t;i=(i+1)&TM;}}
static inline u64 colof(int g){return homec[g&3];}
static inline u64 rowsupto(int r){return r>=15?~0ull:(1ull<<(4*(r+1)))-1;} // cards of rows 0..r
// does lost a cover b?
static int covers(u64 Ga,u64 bad,const u8*Da,u64 Gb,const u8*Db){
  if(Gb&~Ga){if(!(FL&32768))return 0;if(Gb&~Ga&bad)return 0;}u64 G0=Gb;Gb&=Ga;if(FL&65536)Gb&=bad;
  u64 g=Ga;while(g){int z=__builtin_ctzll(g);g&=g-1;
    u64 X=Gb&colof(z)&rowsupto(Da[z])&~((2ull<<z)-1);if(!X)continue;
    if(!(G0>>z&1))return 0; if((top(X)>>2)>Db[z])return 0;}
  return 1;
}

static u64 rel,hbad,hacc,hnb,gfail,gf,gd;
static u64 relev(const St*x,u64 G,u64 tk){ // drop ghosts whose lower cards are all out of the matched part
  u64 rem=tk|(ALL&~((1ull<<x->k)-1));
  for(;;){u64 g=G,drop=0;
  while(g){int z=top(g);g^=1ull<<z;
    u64 own=((x->c[z&3]|(G&homec[z&3]))&((1ull<<z)-1));
    if(lower[z]&(rem|(G&~drop))&~own)continue;
    if(G&~drop&colof(z)&rowsupto(x->D[z])&~((2ull<<z)-1))continue;
    drop|=1ull<<z;}
  G&=~drop;if(!drop)return G;}
}

static u8 wl[60],wc[60];static int wn;static u64 STK;
static inline int symof(int c,u64 tk){ return suit[c]*13+__builtin_popcountll(lower[c]&(STK|tk)); }
// map of relations: does card z relate to list a as to list b?
static int samerel(int z,const u8*a,const u8*b,int n){
  for(int i=0;i<n;i++){int p=a[i],q=b[i];if(p==q)continue;if(p==z||q==z)return 0;
    if(suit[p]==suit[z]&&(rnk[p]<rnk[z])!=(rnk[q]<rnk[z]))return 0;
    if(wc[i]==(z&3)&&(p<z)!=(q<z))return 0;}
  return 1;}
static int walk(const St*x,uint32_t n,int j,u64 Gr,u64 acc,u64 nb){
  u64 m=x->c[j];u64 taken=0;int w0=wn;
  for(;;){
    for(int ty=0;ty<2;ty++){ if(ty==1&&!m)continue;
      Tn*t=child(n,52+ty,0);if(!t)continue;
      u64 g=taken?x->G&homec[j]&~((taken&-taken)-1):0;
      u64 nb2=nb|(ty?(taken&-taken):0);
      if(j==3){gfail=1;u64 Gx=relev(x,Gr|g,acc|taken);
        for(int pass=0;pass<2;pass++)for(uint32_t i=t->gh;i;i=P[i].next){Gh*p=&P[i];
          int same=!memcmp(p->L,wl,wn);
          if(same==pass)continue;
          if(!same){int ok=1;u64 q=Gx;while(q&&ok){int z=__builtin_ctzll(q);q&=q-1;ok=samerel(z,p->L,wl,wn);}if(!ok)continue;}
          if(!covers(p->G,p->bad,p->D,Gx,x->D))continue;
          hacc=acc|taken;hnb=nb2;
          if(same)hbad=p->bad;else{hbad=0;rel++;u64 ts=hacc|STK|Gx;for(int z=0;z<x->k;z++)if((lower[z]&ts)&&!(ts>>z&1&&!(Gx>>z&1))&&((p->bad>>z&1)||!samerel(z,p->L,wl,wn)))hbad|=1ull<<z;}
          return 1;}}
      else if(walk(x,t->val,j+1,Gr|g,acc|taken,nb2))return 1;
    }
    if(!m){wn=w0;return 0;}
    int c=top(m);m^=1ull<<c;int sy=symof(c,acc|taken);taken|=1ull<<c;wc[wn]=j;wl[wn++]=c;
    Tn*t=child(n,sy,0);if(!t){wn=w0;return 0;}n=t->val;
  }
}
static int lookup(const St*x){wn=0;STK=ALL&~((1ull<<x->k)-1);return walk(x,x->k/4*16+x->p,0,0,0,0);}
static void insert(const St*x,u64 acc,u64 nb,u64 bad){
  uint32_t n=x->k/4*16+x->p;Tn*t=0;u64 G=0,tk=0;wn=0;STK=ALL&~((1ull<<x->k)-1);
  for(int j=0;j<4;j++){u64 a=acc&x->c[j];u64 m=x->c[j];u64 low=a&-a;int ty=0;
    if(a){ty=(nb&low)!=0;if(x->c[j]&(low-1))ty=1;G|=x->G&homec[j]&~(low-1);
      m&=~(low-1);while(m){int c=top(m);m^=1ull<<c;t=child(n,symof(c,tk),1);tk|=1ull<<c;wl[wn++]=c;if(!t)return;n=t->val;}}
    t=child(n,52+ty,1);if(!t)return;n=t->val;}
  if(pn>=pcap){ovf=1;return;}
  P[pn].G=G;P[pn].bad=bad;memcpy(P[pn].D,x->D,52);memcpy(P[pn].L,wl,wn);P[pn].nl=wn;P[pn].next=t->gh;t->gh=pn++;inserted++;}
static void canon(St*x){
  int e=0;for(int i=0;i<4;i++)e+=!x->c[i];
  if(e)for(int i=0;i<4;i++){u64 m=x->c[i];if(!m||(single(m)&&!(x->G&homec[i])))x->p|=1<<i;}
  int pos[4],n=0;u64 v[4];for(int i=0;i<4;i++)if(x->p>>i&1){pos[n]=i;v[n++]=x->c[i];}
  for(int i=0;i<n-1;i++)for(int j=i+1;j<n;j++)if(v[j]<v[i]){u64 t=v[i];v[i]=v[j];v[j]=t;}
  for(int i=0;i<n;i++)x->c[pos[i]]=v[i];
}
static inline u64 above(const St*x,int j){ // ghosts above the top real of column j
  if(!x->c[j])return 0;return x->G&homec[j]&~((2ull<<top(x->c[j]))-1);}
// free discards with certain tops
static u64 clacc;
static void closure(St*x){
  for(;;){int ch=0;u64 C=0;for(int j=0;j<4;j++)if(x->c[j]&&!above(x,j))C|=1ull<<top(x->c[j]);
    for(int j=0;j<4;j++)if(x->c[j]){int t=top(x->c[j]);if(!(C&higher[t]))continue;
      x->c[j]^=1ull<<t;ch=1;{u64 q=C&higher[t];clacc|=1ull<<t|((FL&256)?(q&-q):C);}
      if(!x->c[j]){x->G&=~homec[j];}
      else if(FL&8192);else if(x->k<NC||(x->G&homec[j]&~((2ull<<t)-1))){x->G|=1ull<<t;x->D[t]=(x->k>>2)-1;}
      break;}
    if(!ch)break;}
}
static void prune(St*x){ // drop useless ghosts, canonicalise D
  int last=x->k==NC?NC/4-1:99;
  u64 rem=x->c[0]|x->c[1]|x->c[2]|x->c[3]|(ALL&~((1ull<<x->k)-1));
  for(;;){u64 g=x->G,drop=0;
  while(g){int z=top(g);g^=1ull<<z;
    u64 X=x->G&~drop&colof(z)&rowsupto(x->D[z])&~((2ull<<z)-1);
    u64 own=(FL&128)?((x->c[z&3]|(x->G&homec[z&3]))&((1ull<<z)-1)):0;if(!(FL&2)&&!(lower[z]&(rem|(x->G&~drop))&~own)&&!X){drop|=1ull<<z;continue;}
    if(x->D[z]==last){if(!X)drop|=1ull<<z;continue;}
    x->D[z]=X?top(X)>>2:z>>2;}
  x->G&=~drop;if(!drop)break;}
}

static u64 dom;
static u64 mv[4],gsum,gz;static int mt;
#define SUBCALL(y) {mv[mt]++;u64 a2=0,n2=0,b2=0;if(dfs(y,&a2,&n2,&b2))return 1;acc|=a2;nb|=n2;bad|=b2;}
static int dfs(St x,u64*pacc,u64*pnb,u64*pbad){
  nodes++;u64 acc,nb=0,bad=0;
  clacc=0;
  for(;;){closure(&x);if(__builtin_popcountll(x.c[0]|x.c[1]|x.c[2]|x.c[3])+NC-x.k==4)return 1;
    u64 G=x.G;if(!(FL&64))prune(&x);if(x.G==G)break;}
  acc=clacc;
  if(ovf)return 0; if(limitn&&nodes>limitn){ovf=1;return 0;}
  canon(&x);
  gfail=0;if(lookup(&x)){*pacc=acc|hacc;*pnb=hnb;*pbad=hbad;return 0;}
  int gfail0=gfail;if(FL&4)for(int j=0;j<4;j++){if(!x.c[j])continue;
    for(int w=0;w<2;w++){St y=x;u64 b=1ull<<top(x.c[j]);
      if(w==0){if(single(x.c[j])||above(&x,j))continue;int e=0;for(int i=0;i<4;i++)e+=!x.c[i];if(!e)continue;y.c[j]=b;y.G&=~homec[j];}
      else{y.c[j]=0;y.G&=~homec[j];}
      prune(&y);canon(&y);if(lookup(&y)){dom++;*pacc=acc|hacc;*pnb=hnb;*pbad=hbad;return 0;}}}
  if(FL&2048){int q=15&~x.p;u64 um=0;for(int j=0;j<4;j++)if(q>>j&1&&(!x.c[j]||above(&x,j)))q&=~(1<<j);
    for(int sb=q;sb;sb=(sb-1)&q){
      if(!(FL&4096)&&x.c[0]&&x.c[1]&&x.c[2]&&x.c[3]&&!x.p&&single(sb))continue;
      St y=x;for(int j=0;j<4;j++)if(sb>>j&1){y.c[j]=1ull<<top(y.c[j]);y.G&=~homec[j];}y.p|=sb;
      prune(&y);canon(&y);if(lookup(&y)){dom++;*pacc=acc|hacc;*pnb=hnb;*pbad=hbad;return 0;}}}
  rowcnt[(x.k>>2)-1]++;
  u64 tops=0;int e=0;for(int j=0;j<4;j++){if(x.c[j])tops|=1ull<<top(x.c[j]);else e++;}
  acc|=tops;
  if(e||(x.k==NC&&!(tops&~ACES)))for(int j=0;j<4;j++)if(x.c[j]&&!single(x.c[j]))nb|=1ull<<top(x.c[j]);
  gf+=gfail0;gsum+=__builtin_popcountll(x.G);gz+=!x.G;mt=0;
  {u64 real=x.c[0]|x.c[1]|x.c[2]|x.c[3],ab=((1ull<<x.k)-1)&~real;
   for(int i=0;i<4;i++)if(x.c[i]||(x.p>>i&1)){int gp=x.p>>i&1;int r=gp?0:top(x.c[i]);u64 oth=gp?tops:tops&~(1ull<<r),q=ab&homec[i]&(gp?~0ull:~((2ull<<r)-1));
     while(q){int z=__builtin_ctzll(q);q&=q-1;if(lower[z]&oth)bad|=1ull<<z;}}}
  for(int qh=0;qh<2;qh++){if((qh==0)==!(FL&131072)){
  // 1. make the top of an uncertain column a certain card
  for(int i=0;i<4;i++){u64 ab=above(&x,i);if(!ab)continue;int r=top(x.c[i]);
    u64 others=tops&~(1ull<<r);
    if(lower[r]&others){St y=x;y.G&=~ab;{mt=0;SUBCALL(y)}}
    u64 q=ab;while(q){int g=__builtin_ctzll(q);q&=q-1;if(!(lower[g]&others))continue;
      St y=x;y.G&=~(ab&~((1ull<<g)-1));y.c[i]|=1ull<<g;int m=g>>2;
      u64 w=y.G&homec[i]&((1ull<<g)-1);while(w){int z=top(w);w^=1ull<<z;if(y.D[z]>=m){m=z>>2;y.G&=~(1ull<<z);y.c[i]|=1ull<<z;}}
      {mt=0;SUBCALL(y)}}
  }
}else{
  for(int ph=0;ph<2;ph++){if((ph==0)==!(FL&512)){
  // 2. fills, dropping
  int d=-1;for(int i=0;i<4;i++)if(!x.c[i])d=i;
  if(d>=0)for(int j=0;j<4;j++){u64 m=x.c[j];if(!m)continue;
    if(single(m)){u64 gh=x.G&homec[j];if(x.p>>j&1)continue;if(gh){St y=x;y.G&=~gh;{mt=1;SUBCALL(y)}}continue;}
    int a=top(m);St y=x;y.G&=~above(&x,j);y.c[j]^=1ull<<a;y.c[d]=1ull<<a;y.p|=1<<d;{mt=2;SUBCALL(y)}}
}else{
  // 3. deal
  if(x.k<NC){
    int pos[4],n=0;u64 v[4];int m=0;for(int i=0;i<4;i++)if(x.p>>i&1){pos[n++]=i;if(x.c[i])v[m++]=x.c[i];}
    if(!n||!m){St b=x;for(int j=0;j<4;j++)b.c[j]|=1ull<<(b.k+j);b.k+=4;b.p=0;{mt=3;SUBCALL(b)}}
    else{int total=1;for(int i=0;i<m;i++)total*=n;
      for(int t=0;t<total;t++){int tt=t;unsigned um=0;int ok=1,idx[4];for(int i=0;i<m;i++){idx[i]=tt%n;tt/=n;if(um>>idx[i]&1){ok=0;break;}um|=1u<<idx[i];}if(!ok)continue;
        St b=x;for(int i=0;i<n;i++)b.c[pos[i]]=0;for(int i=0;i<m;i++)b.c[pos[idx[i]]]=v[i];
        for(int j=0;j<4;j++)b.c[j]|=1ull<<(b.k+j);b.k+=4;b.p=0;{mt=3;SUBCALL(b)}}}
  }
}}
}}
  insert(&x,acc,nb,bad);
  *pacc=acc;*pnb=nb;*pbad=bad;
  return 0;
}
static int cmp(const void*a,const void*b){u64 x=*(u64*)a,y=*(u64*)b;return x<y?-1:x>y;}
int main(int ac,char**av){
  SUB=ac>1?atoi(av[1]):1;FL=ac>2?atoi(av[2]):0;limitn=ac>3?strtoull(av[3],0,10):0;tinit(26);
  char line[1024];u64 n=0,w=0;static u64 nn[100000];clock_t t0=clock();
  while(fgets(line,sizeof line,stdin)){
    NC=0;for(char*t=strtok(line," \n");t;t=strtok(0," \n")){rnk[NC]=strchr("23456789TJQKA",t[0])-"23456789TJQKA";suit[NC]=strchr("CDHS",t[1])-"CDHS";NC++;}
    ALL=(1ull<<NC)-1;ACES=0;for(int i=0;i<NC;i++)if(rnk[i]==12)ACES|=1ull<<i;for(int i=0;i<4;i++)homec[i]=0;for(int i=0;i<NC;i++)homec[i&3]|=1ull<<i;
    for(int i=0;i<NC;i++){lower[i]=higher[i]=0;for(int j=0;j<NC;j++)if(suit[i]==suit[j]){if(rnk[j]<rnk[i])lower[i]|=1ull<<j;if(rnk[j]>rnk[i])higher[i]|=1ull<<j;}}
    St x;memset(&x,0,sizeof x);for(int i=0;i<4;i++)x.c[i]=1ull<<i;x.k=4;ovf=0;nodes=0;inserted=0;
    u64 aa,bb,cc;int f=dfs(x,&aa,&bb,&cc);u64 rk=un_;clr();
    printf("%s N=%lu ins=%lu real=%lu\n",ovf?"unknown":f?"solvable":"unsolvable",nodes,inserted,rk);fflush(stdout);
    nn[n]=nodes;n++;w+=f;
  }
  double s=0;for(u64 i=0;i<n;i++)s+=nn[i];qsort(nn,n,8,cmp);
  fprintf(stderr,"n=%lu w=%lu mean=%.0f med=%lu p90=%lu p99=%lu max=%lu time=%.2f\nrows:",n,w,s/n,nn[n/2],nn[n*9/10],nn[n*99/100],nn[n-1],(double)(clock()-t0)/CLOCKS_PER_SEC);
  for(int i=0;i<13;i++)fprintf(stderr," %lu",rowcnt[i]);fprintf(stderr," mv=commit %lu drop %lu fill %lu deal %lu gavg=%.2f g0=%lu",mv[0],mv[1],mv[2],mv[3],(double)gsum/n,gz);fprintf(stderr," rel=%lu",rel);fprintf(stderr," gfail=%lu",gf);fprintf(stderr," dom=%lu probes=%lu\n",dom,probes);
}
